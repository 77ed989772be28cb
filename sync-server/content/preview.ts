import * as v from "valibot";
import { ContentKey } from "#schemas/content/items.ts";
import type { PreviewOutput } from "#schemas/content/read.ts";
import { AppError } from "#schemas/errors.ts";
import { EpochMs } from "#schemas/values/fields.ts";
import type { Language } from "#schemas/values/languages.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { sealsOf } from "#server/platform/seals/row-seals.ts";
import { showPage } from "./published/show-site.ts";
import { findDraft, hashOf } from "./store.ts";

/** How long a link shows a draft to whoever has it. */
const PREVIEW_MS = 60 * 60 * 1000;
const SEAL = "content preview";

/** Which draft a link shows, and until when. */
const Shown = v.strictObject({ key: ContentKey, untilMs: EpochMs });
const ShownText = v.pipe(v.string(), v.parseJson(), Shown);

/** A path that shows the draft of a page, as it was saved last, to whoever has it. Throws `content-no-draft`. */
export async function previewLink(
  { database, clock }: Runtime,
  key: string,
): Promise<{ readonly path: string; readonly until: string }> {
  if (!(await findDraft(database, null, { kind: "page", key }))) throw new AppError("content-no-draft");
  const untilMs = clock.now().getTime() + PREVIEW_MS;
  const shown = { key, untilMs };
  const seal = sealsOf(database).seal(SEAL, shown);
  const token = `${Buffer.from(JSON.stringify(shown)).toString("base64url")}.${seal}`;
  return { path: `/preview?token=${token}`, until: new Date(untilMs).toISOString() };
}

/** The page that a link shows. Throws `preview-ended` for one that is over, was never made, or whose draft is no more. */
export async function showPreview(
  { database, clock }: Runtime,
  token: string,
  language: Language,
): Promise<PreviewOutput> {
  const [text = "", seal] = token.split(".");
  const parsed = v.safeParse(ShownText, Buffer.from(text, "base64url").toString("utf8"));
  if (!parsed.success || !sealsOf(database).isSealed(SEAL, parsed.output, seal)) throw new AppError("preview-ended");
  const { key, untilMs } = parsed.output;
  if (untilMs <= clock.now().getTime()) throw new AppError("preview-ended");
  const draft = await findDraft(database, null, { kind: "page", key });
  if (!draft) throw new AppError("preview-ended");
  const { content, baseVersion: version, editedAt: publishedAt, editedBy: author } = draft;
  const publication = { kind: "page" as const, key, content, version, publishedAt, author, hash: hashOf(content) };
  return { ...showPage(publication, language), until: new Date(untilMs).toISOString() };
}
