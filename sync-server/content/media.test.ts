import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MEDIA_BYTES, MEDIA_SIDE } from "#schemas/content/desk.ts";
import { ContentDesk } from "#tests/support/content-desk.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { aPage, aPicture } from "./pages.fixture.ts";

let app: TestApp;
let editor: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  editor = await aConfirmedAdmin(app, ["editor"]);
});
afterAll(() => app.stop());

async function add(file: Buffer, words = "name=ship.png&alt=A+ship") {
  const headers = { cookie: editor.cookie, "content-type": "application/octet-stream" };
  const response = await app.server.inject({
    method: "POST",
    url: `/api/admin/media?${words}`,
    headers,
    payload: file,
  });
  return { status: response.statusCode, body: response.json() };
}

function drawing(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#336699" } });
}

test("a picture is drawn anew, kept once, and served for good", async () => {
  const place = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 12/1 30/1" } };
  const file = await drawing(2400, 1200).withExif(place).jpeg().toBuffer();
  const added = await add(file);
  expect(added).toMatchObject({
    status: 201,
    body: { media: { name: "ship.png", alt: "A ship", width: MEDIA_SIDE, height: 960 } },
  });
  const { mediaId } = added.body.media;
  expect((await add(file)).body.media.mediaId).toBe(mediaId);
  const served = await app.server.inject({ url: `/api/media/${mediaId}` });
  expect(served.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  const { exif, format } = await sharp(served.rawPayload).metadata();
  expect({ exif, format }).toEqual({ exif: undefined, format: "webp" });
  expect((await app.server.inject({ url: `/api/media/${"0".repeat(32)}` })).json().code).toBe("picture-unknown");
});

test.each<readonly [string, () => Promise<Buffer> | Buffer, string]>([
  [
    "a drawing with a script",
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    "identity-picture-unreadable",
  ],
  ["a web page", () => Buffer.from("<html><script>1</script>"), "identity-picture-unreadable"],
  ["nothing but the first bytes of a PNG", () => Buffer.from("89504e470d0a1a0a", "hex"), "identity-picture-unreadable"],
  [
    "a picture that is cut short",
    async () => (await drawing(300, 300).png().toBuffer()).subarray(0, 150),
    "identity-picture-unreadable",
  ],
  ["a bomb", () => drawing(12_000, 12_000).png().toBuffer(), "identity-picture-size"],
  ["a bomb within the sides", () => drawing(8000, 7000).png().toBuffer(), "identity-picture-size"],
  ["too many bytes", () => Buffer.alloc(MEDIA_BYTES + 1), "body-too-large"],
])("%s is refused", async (_what, file, code) => {
  expect((await add(await file())).body.code).toBe(code);
});

test("a picture without words is refused at their field", async () => {
  expect((await add(await drawing(20, 20).png().toBuffer(), "name=x&alt=")).body.issues).toMatchObject([
    { path: "alt" },
  ]);
});

test("what is shown, or is to be, is not removed", async () => {
  const { mediaId } = (await add(await drawing(64, 64).webp().toBuffer())).body.media;
  const remove = () => askAs(app, editor, "POST", `/api/admin/media/${mediaId}/remove`, { reason: "old" });
  const desk = new ContentDesk(app, editor);
  await desk.save("ship", aPage("Ship", [aPicture(mediaId)]));
  expect((await remove()).body).toMatchObject({ code: "media-used", facts: { name: "Ship" } });
  await desk.act("/publish", "page", "ship");
  expect((await remove()).body.code).toBe("media-used");
  const { media } = (await askAs(app, editor, "GET", "/api/admin/media")).body;
  expect(media.find((each: { mediaId: string }) => each.mediaId === mediaId).usedIn).toEqual([
    { kind: "page", key: "ship" },
  ]);
  await desk.publish("ship", aPage("Ship"));
  expect((await remove()).status).toBe(200);
  expect((await remove()).body.code).toBe("picture-unknown");
});

test.each([
  [
    "2 MB of text",
    aPage("x", [
      {
        id: "t",
        type: "text",
        body: {
          type: "doc",
          content: [{ type: "paragraph", content: [{ type: "text", text: "a".repeat(2_000_000) }] }],
        },
      },
    ]),
  ],
  [
    "a node that nobody knows",
    aPage("x", [{ id: "t", type: "text", body: { type: "doc", content: [{ type: "script" }] } } as never]),
  ],
  [
    "a link to a script",
    aPage("x", [
      { id: "a", type: "call-to-action", title: "t", text: "", link: { label: "l", href: "javascript:alert(1)" } },
    ]),
  ],
])("%s is refused at its field, and nothing is saved", async (_what, content) => {
  const payload = { kind: "page", key: "bad", revision: 0, baseVersion: 0, content };
  const { status, body } = await askAs(app, editor, "PUT", "/api/admin/content/draft", payload);
  expect([400, 413]).toContain(status);
  if (status === 400) expect(body.issues[0].path).toMatch(/^content\.words\.en\.sections\.0\./);
  expect(await app.database.collection("content_drafts").countDocuments({ key: "bad" })).toBe(0);
});

test("a script in every field is a text, and comes back as one", async () => {
  const script = "<script>alert(1)</script>";
  const desk = new ContentDesk(app, editor);
  const page = aPage(script, [{ id: "h", type: "heading", text: script, level: 2 }]);
  await desk.publish("scripted", page);
  expect((await desk.item("page", "scripted")).published.content).toEqual(page);
});
