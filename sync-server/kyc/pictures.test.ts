import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFiles } from "#server/platform/vault/open-vault.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aBomb, aPhoto, PLANTED } from "./picture.fixture.ts";
import { erasePictures, keepPicture, type Picture, picturesOf, readPicture, removePictures } from "./pictures.ts";
import { readImage } from "./read-image.ts";

let app: TestApp;
const deps = () => ({ runtime: app.runtime, files: openFiles(app.runtime) });

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function keepOne(photo: Buffer, userId: number): Promise<Picture> {
  const { runtime } = app;
  const _id = randomBytes(16).toString("base64url");
  const now = runtime.clock.now();
  const row: Picture = {
    _id,
    userId,
    verificationId: null,
    isUnsent: true,
    slot: "front",
    bytes: photo.length,
    received: photo.length,
    sha256: createHash("sha256").update(photo).digest("hex"),
    hints: [],
    isFromPhone: false,
    width: null,
    height: null,
    file: null,
    files: [],
    sentAt: now,
    keptUntil: new Date(now.getTime() + 60_000),
    removedAt: null,
    isErased: false,
  };
  const files = openFiles(runtime);
  await files.make(_id, new Date(now.getTime() + 60_000), (insert) =>
    runtime.database.transaction(async (session) => {
      await insert(session);
      await picturesOf(runtime.database).insertOne(row, { session });
    }),
  );
  await files.use(_id, async (key) => keepPicture(runtime, row, await readImage(photo), key));
  const stored = await picturesOf(runtime.database).findOne({ _id });
  if (!stored) throw new Error("the picture is not there");
  return stored;
}

test("a picture is kept upright, without what its file said, and nowhere in plain", async () => {
  const photo = await aPhoto(3);
  for (const planted of Object.values(PLANTED)) expect(photo.includes(planted)).toBe(true);
  const picture = await keepOne(photo, 7);
  expect([picture.width, picture.height]).toEqual([1200, 1600]);
  const shown = await readPicture(deps(), picture._id);
  expect(shown.subarray(0, 3).toString("hex")).toBe("ffd8ff");
  for (const planted of Object.values(PLANTED)) expect(shown.includes(planted)).toBe(false);
  const chunks = await app.database.collection("kyc_files.chunks").find({ files_id: picture.file }).toArray();
  const stored = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk["data"].buffer)));
  expect(stored.length).toBeGreaterThan(shown.length);
  expect(stored.includes(shown.subarray(200, 232))).toBe(false);
});

test("what is stored of one person's front is no other's, and no selfie", async () => {
  const picture = await keepOne(await aPhoto(4), 8);
  for (const change of [{ userId: 88 }, { slot: "selfie" as const }]) {
    await picturesOf(app.database).updateOne({ _id: picture._id }, { $set: change });
    await expect(readPicture(deps(), picture._id)).rejects.toThrow();
    await picturesOf(app.database).updateOne({ _id: picture._id }, { $set: { userId: 8, slot: "front" } });
  }
  await expect(readPicture(deps(), picture._id)).resolves.toBeInstanceOf(Buffer);
});

test("an erased picture opens no more, though all of the database is put back", async () => {
  const picture = await keepOne(await aPhoto(5), 9);
  await picturesOf(app.database).updateOne({ _id: picture._id }, { $set: { verificationId: 1, keptUntil: null } });
  const names = ["kyc_pictures", "kyc_files.files", "kyc_files.chunks", "vault_files"];
  const backup = await Promise.all(names.map((name) => app.database.collection(name).find({}).toArray()));
  await app.database.transaction((session) =>
    removePictures(app.runtime, session, [picture._id], { requestedBy: "house", reason: "its time is over" }),
  );
  await expect(readPicture(deps(), picture._id)).rejects.toMatchObject({ code: "identity-picture-removed" });
  await erasePictures(deps(), [picture]);
  expect(await picturesOf(app.database).findOne({ _id: picture._id })).toMatchObject({
    sha256: picture.sha256,
    file: null,
    isErased: true,
  });
  expect(await app.database.collection("kyc_files.chunks").countDocuments({ files_id: picture.file })).toBe(0);
  for (const [at, name] of names.entries()) {
    await app.database.collection(name).deleteMany({});
    await app.database.collection(name).insertMany(backup[at] ?? []);
  }
  await expect(readPicture(deps(), picture._id)).rejects.toMatchObject({ code: "identity-picture-removed" });
  const kept = await readdir(app.config.identity.erasureKeysDir);
  expect(kept.filter((name) => name.startsWith(picture._id))).toEqual([]);
});

const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="9" height="9"/></svg>`,
);

test.each([
  ["an SVG", svg, "identity-picture-unreadable"],
  ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj"), "identity-picture-unreadable"],
  ["a text", Buffer.from("hello"), "identity-picture-unreadable"],
  ["nothing but a JPEG's beginning", Buffer.from("ffd8ffe000104a464946", "hex"), "identity-picture-unreadable"],
  ["a bomb", aBomb(60_000), "identity-picture-size"],
])("%s is refused", async (_name, file, code) => {
  await expect(readImage(file)).rejects.toMatchObject({ code: expect.stringContaining(code) });
});

test("a picture of too few or too many points, or cut short, is refused", async () => {
  await expect(readImage(await aPhoto(1, 300, 200))).rejects.toMatchObject({ code: "identity-picture-size" });
  await expect(readImage(await aPhoto(1, 4000, 200))).rejects.toMatchObject({ code: "identity-picture-size" });
  const whole = await aPhoto(1);
  await expect(readImage(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
    code: "identity-picture-unreadable",
  });
});

test.each(["jpeg", "png", "webp"] as const)("a %s is read", async (format) => {
  const { jpeg } = await readImage(await aPhoto(2, 800, 600, format));
  expect(jpeg.subarray(0, 3).toString("hex")).toBe("ffd8ff");
  for (const planted of Object.values(PLANTED)) expect(jpeg.includes(planted)).toBe(false);
});

test("a JPEG that comes coarse at first is read, whatever stands behind it", async () => {
  const progressive = await sharp(await aPhoto(2))
    .withMetadata()
    .jpeg({ progressive: true })
    .toBuffer();
  const more = Buffer.alloc(200_000, "ffda0008", "hex");
  await expect(readImage(Buffer.concat([progressive, more]))).resolves.toMatchObject({ width: 1200 });
});
