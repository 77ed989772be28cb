import { randomUUID } from "node:crypto";
import { Binary, ObjectId } from "mongodb";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UNSENT_MS, UPLOAD_PART_BYTES } from "#schemas/identity.ts";
import { openFiles, openSecrets } from "#server/platform/vault/open-vault.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { askBy, begin, consent, passport, sendPicture, sendRest } from "#tests/support/identity.ts";
import { sweepLostFiles, sweepPictures } from "./keep-pictures.ts";
import { aPhoto } from "./picture.fixture.ts";
import { keepPicture, partsOf, picturesOf, readPicture, removePictures } from "./pictures.ts";
import { submitIdentity } from "./submit.ts";
import { dropPicture } from "./uploads.ts";
import { FIELD_OF_SLOT, verificationsOf } from "./verifications.ts";

/** What a server leaves that is killed between any two of its writes, made here by not doing what comes after. */
let app: TestApp;
let person: TestUser;
let front: Buffer;
let selfie: Buffer;
const deps = () => ({ runtime: app.runtime, files: openFiles(app.runtime), secrets: openSecrets(app.runtime) });

beforeAll(async () => {
  app = await startTestApp();
  [front, selfie] = await Promise.all([aPhoto(31), aPhoto(32)]);
});
afterAll(() => app.stop());
beforeEach(async () => {
  person = await aUser(app);
  await consent(app, person);
});

/** No check without each of its pictures, and no bytes or key of a picture that has no row. */
async function expectWhole(): Promise<void> {
  for (const check of await verificationsOf(app.database).find().toArray())
    for (const field of Object.values(FIELD_OF_SLOT)) {
      const id = check[field];
      if (id !== null) await expect(readPicture(deps(), id)).resolves.toBeInstanceOf(Buffer);
    }
  const rows = await picturesOf(app.database).find({ isErased: false }).toArray();
  const files = new Set(rows.flatMap((row) => row.files.map(String)));
  const chunks = await app.database.collection("kyc_files.chunks").find().toArray();
  expect(chunks.filter((chunk) => !files.has(String(chunk["files_id"])))).toEqual([]);
  const names = new Set(rows.map(({ _id }) => _id));
  expect((await openFiles(app.runtime).kept()).days.filter(({ name }) => !names.has(name))).toEqual([]);
  const locks = await app.database.collection("vault_files").find().toArray();
  expect(locks.filter(({ _id }) => !names.has(String(_id)))).toEqual([]);
}

async function sweepLater(): Promise<void> {
  app.clock.advance(UNSENT_MS + 1000);
  await sweepPictures(deps());
}

test("killed once the key is made and the row is not: the key goes within the day", async () => {
  const name = "A".repeat(22);
  const until = new Date(app.clock.now().getTime() + UNSENT_MS);
  // Never settles: what comes after the key is never done.
  void openFiles(app.runtime).make(name, until, () => new Promise(() => undefined));
  const days = async () => (await openFiles(app.runtime).kept()).days;
  await eventually(async () => (await days()).some((one) => one.name === name));
  await sweepLater();
  await expectWhole();
});

test("killed while the file is written: the picture goes on, or all of it goes", async () => {
  const begun = await begin(app, person, "front", front);
  const [half, chunks] = [new ObjectId(), app.database.collection("kyc_files.chunks")];
  await chunks.insertOne({ files_id: half, n: 0, data: Buffer.from("sealed") });
  await picturesOf(app.database).updateOne({ _id: begun.body.upload }, { $set: { files: [half] } });
  expect((await sendRest(app, person, begun.body, front)).body.isWhole).toBe(true);
  await sweepLater();
  expect(await chunks.countDocuments({ files_id: half })).toBe(0);
  await expectWhole();
});

test("killed once the file is written and the row does not say so: it is read again, and the spare file goes", async () => {
  const upload = await sendPicture(app, person, "front", front);
  const other = await sendPicture(app, person, "selfie", selfie);
  const kept = await picturesOf(app.database).findOne({ _id: upload });
  const spare = new ObjectId();
  await app.database.collection("kyc_files.chunks").insertOne({ files_id: spare, n: 0, data: Buffer.from("x") });
  await picturesOf(app.database).updateOne({ _id: upload }, { $set: { files: [...(kept?.files ?? []), spare] } });
  const body = passport({ front: upload, selfie: other });
  expect((await askBy(app, person, "POST", "/api/kyc/submit", body)).status).toBe(200);
  await sweepLater();
  expect(await app.database.collection("kyc_files.chunks").countDocuments({ files_id: spare })).toBe(0);
  await expectWhole();
});

test("removed while its file is written: nothing of the file is left", async () => {
  const begun = await begin(app, person, "front", front);
  const picture = await picturesOf(app.database).findOne({ _id: begun.body.upload });
  if (!picture) throw new Error("nothing was begun");
  let dropping: Promise<void> = Promise.resolve();
  // So large that it is written for longer than it takes to remove what is there.
  const seal = () => {
    dropping = dropPicture(deps(), picture);
    return Buffer.alloc(8 * 1024 * 1024, "sealed");
  };
  const image = { jpeg: Buffer.alloc(9), width: 1600, height: 1200 };
  await openFiles(app.runtime).use(picture._id, (key) => keepPicture(app.runtime, picture, image, { ...key, seal }));
  await dropping;
  expect(await picturesOf(app.database).findOne({ _id: picture._id })).toBe(null);
  await expectWhole();
});

test("killed while the file of a removed picture is written: what came of it goes, and nothing that is kept", async () => {
  const upload = await sendPicture(app, person, "front", front);
  const ago = (minutes: number) => ObjectId.createFromTime(app.clock.now().getTime() / 1000 - minutes * 60);
  const [lost, whole, young] = [ago(70), ago(80), ago(5)];
  const [chunks, files] = ["chunks", "files"].map((name) => app.database.collection(`kyc_files.${name}`));
  for (const id of [lost, whole, young]) await chunks?.insertOne({ files_id: id, n: 0, data: Buffer.from("sealed") });
  await files?.insertOne({ _id: whole, length: 6, chunkSize: 261_120, uploadDate: new Date(), filename: "gone" });
  app.clock.advance(2 * 60 * 1000);
  await sweepLostFiles(deps());
  expect(await chunks?.distinct("files_id", { files_id: { $in: [lost, whole, young] } })).toEqual([young]);
  expect(await files?.countDocuments({ _id: whole })).toBe(0);
  await expect(readPicture(deps(), upload)).resolves.toBeInstanceOf(Buffer);
  await chunks?.deleteOne({ files_id: young });
});

test("killed once the row says that a picture is kept: its parts go, and those of what is on its way stay", async () => {
  const upload = await sendPicture(app, person, "front", front);
  const { body } = await begin(app, person, "selfie", selfie);
  await sendRest(app, person, body, selfie, 1);
  const sealed = new Binary(Buffer.from("sealed"));
  const parts = partsOf(app.database);
  await parts.insertOne({ _id: `${upload} 0`, picture: upload, offset: 0, sealed });
  await sweepLostFiles(deps());
  expect(await parts.distinct("picture")).toEqual([body.upload]);
  expect((await sendRest(app, person, { ...body, received: UPLOAD_PART_BYTES }, selfie)).body.isWhole).toBe(true);
  await expectWhole();
});

test("killed within a submission: nothing of it is there, and it can be sent in again", async () => {
  const pictures = {
    front: await sendPicture(app, person, "front", front),
    selfie: await sendPicture(app, person, "selfie", selfie),
  };
  const { runtime, files, secrets } = deps();
  const dying = { ...secrets, put: () => Promise.reject(new Error("killed")) };
  const input = { ...passport(pictures), idempotencyKey: randomUUID(), documentType: "passport" as const };
  await expect(submitIdentity({ runtime, files, secrets: dying }, person.user.id, input)).rejects.toThrow("killed");
  expect(await verificationsOf(app.database).countDocuments({ userId: person.user.id })).toBe(0);
  await sweepPictures(deps());
  await submitIdentity(deps(), person.user.id, input);
  await expectWhole();
});

test("killed before a submission that its keys were moved ahead for: they go with the day all the same", async () => {
  const upload = await sendPicture(app, person, "front", front);
  const far = new Date(app.clock.now().getTime() + 40 * UNSENT_MS);
  await openFiles(app.runtime).setDay(upload, { until: far, isFinal: false });
  await sweepLater();
  await expect(readPicture(deps(), upload)).rejects.toMatchObject({ code: "identity-picture-removed" });
  await expectWhole();
});

test("killed once a removal is decided and nothing is removed yet: nobody sees it, and the sweep removes it", async () => {
  const pictures = {
    front: await sendPicture(app, person, "front", front),
    selfie: await sendPicture(app, person, "selfie", selfie),
  };
  await askBy(app, person, "POST", "/api/kyc/submit", passport(pictures));
  await verificationsOf(app.database).deleteOne({ userId: person.user.id });
  await app.database.transaction((session) =>
    removePictures(app.runtime, session, Object.values(pictures), { requestedBy: "house", reason: "over" }),
  );
  await expect(readPicture(deps(), pictures.front)).rejects.toMatchObject({ code: "identity-picture-removed" });
  await sweepPictures(deps());
  await expectWhole();
});
