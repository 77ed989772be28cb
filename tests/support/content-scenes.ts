import sharp from "sharp";
import { aPage, aPicture } from "#server/content/pages.fixture.ts";
import type { Person, Scene } from "./money-scenes.ts";

const KEY = "scanned";
const REASON = "it is time";

/** A page with a picture is written, looked at by its link and published; a reader reads it, and asks something. */
export async function writePage({ drive }: Scene, operator: Person): Promise<void> {
  const body = await sharp({ create: { width: 32, height: 32, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  const headers = { "content-type": "application/octet-stream" };
  const { media } = (await drive("addMedia", operator, { query: "?name=a.png&alt=A+square", body, headers })).body;
  await drive("mediaList", operator);
  const which = { kind: "page", key: KEY };
  await drive("writeContent", operator, { body: { ...which, isTakeOver: false } });
  const content = aPage("Scanned", [aPicture(media.mediaId)]);
  const { revision } = (
    await drive("saveDraft", operator, { body: { ...which, revision: 0, baseVersion: 0, content } })
  ).body;
  const { path } = (await drive("previewContent", operator, { body: which })).body;
  await drive("contentPreview", null, { query: `?${new URL(path, "http://x").searchParams}&language=en` });
  await drive("confirmIdentity", operator, { body: { password: operator.password } });
  await drive("publishContent", operator, { body: { ...which, revision, reason: REASON } });
  await drive("mediaPicture", null, { params: media.mediaId });
  await drive("page", null, { query: `?page=${KEY}&language=en` });
  for (const name of ["site", "contentSearch"] as const) await drive(name, null, { query: "?language=ar" });
  for (const name of ["contentItem", "contentVersions"] as const)
    await drive(name, operator, { query: `?kind=page&key=${KEY}` });
  await drive("contentList", operator, { query: "?kind=page" });
  const message = "When will it be published?";
  await drive("contact", null, { body: { email: "reader@example.org", message, website: "" } });
}
