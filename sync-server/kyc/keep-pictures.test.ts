import { mkdtemp, readdir, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UNSENT_MS } from "#schemas/identity.ts";
import { openFiles, openSecrets } from "#server/platform/vault/open-vault.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { aCheck } from "./check.fixture.ts";
import { sweepLostFiles, sweepPictures } from "./keep-pictures.ts";
import { decisionsOf } from "./decisions.ts";
import { picturesOf, readPicture } from "./pictures.ts";
import { changeVerification, findVerification } from "./verifications.ts";
import { tellMissingKeys } from "./watch-keys.ts";

const HOUR_MS = 60 * 60 * 1000;
let app: TestApp;
let folder: string;
const deps = () => ({ runtime: app.runtime, files: openFiles(app.runtime), secrets: openSecrets(app.runtime) });

beforeAll(async () => {
  app = await startTestApp();
  folder = app.config.identity.erasureKeysDir;
});
afterAll(() => app.stop());

async function someone() {
  const { user } = await aUser(app);
  const check = await aCheck(deps(), { userId: user.id });
  return picturesOf(app.database).find({ verificationId: check.id }).toArray();
}

/** The issue of a check and of what begins so, open or closed. */
function issue(checkId: string, subject = "") {
  return app.database.collection("system_issues").findOne({ checkId, subject: { $regex: `^${subject}` } });
}

/** A key whose picture never came to be. */
async function aLoneKey(name: string): Promise<void> {
  const until = new Date(app.clock.now().getTime() + UNSENT_MS);
  await openFiles(app.runtime).make(name, until, () => Promise.resolve());
}

test("a day that cannot be read is told, and keeps no other key from going", async () => {
  const [unread, none, due] = ["U", "N", "D"].map((letter) => letter.repeat(22));
  for (const name of [unread, none, due]) await aLoneKey(String(name));
  await writeFile(join(folder, `${unread}.day`), "{ half");
  await writeFile(join(folder, `${none}.day`), `{"until":"no day","isFinal":false}`);
  app.clock.advance(UNSENT_MS + 1000);
  await sweepPictures(deps());
  const left = await readdir(folder);
  expect(left).not.toContain(`${due}.key`);
  expect(left).toEqual(expect.arrayContaining([`${unread}.key`, `${none}.key`]));
  expect(await issue("erasure-days")).toMatchObject({ status: "active", metadata: { unread: 2 } });
  for (const name of [unread, none]) await openFiles(app.runtime).erase(String(name));
  await sweepPictures(deps());
  expect(await issue("erasure-days")).toMatchObject({ status: "resolved" });
});

test("pictures whose check is gone from the database go with their keys' days, and no sooner", async () => {
  const pictures = await someone();
  await sweepPictures(deps());
  await app.database.collection("kyc_verifications").deleteOne({ id: pictures[0]?.verificationId });
  const names = pictures.map(({ _id }) => _id);
  const left = async () => (await openFiles(app.runtime).kept()).days.filter(({ name }) => names.includes(name));
  app.clock.advance(HOUR_MS);
  await sweepPictures(deps());
  expect(await left()).toHaveLength(2);
  app.clock.advance((app.config.identity.retentionDays + 3) * 24 * HOUR_MS);
  await sweepPictures(deps());
  expect(await left()).toEqual([]);
  for (const name of names)
    await expect(readPicture(deps(), name)).rejects.toMatchObject({ code: "identity-picture-removed" });
});

test("what fails of one picture keeps no other from going, and is not passed over", async () => {
  await aLoneKey("G".repeat(22));
  const [first] = await someone();
  const broken = {
    ...deps(),
    files: {
      ...openFiles(app.runtime),
      setDay: (name: string, day: { readonly until: Date; readonly isFinal: boolean }) =>
        name === first?._id ? Promise.reject(new Error("the disk refuses")) : openFiles(app.runtime).setDay(name, day),
    },
  };
  app.clock.advance(UNSENT_MS + 1000);
  await expect(sweepPictures(broken)).rejects.toThrow("the disk refuses");
  expect(await readdir(folder)).not.toContain(`${"G".repeat(22)}.key`);
});

test("what was half written when a process died goes within the hour, and nothing else", async () => {
  const [picture] = await someone();
  const [old, fresh] = [`${picture?._id}.day.0123abcd`, `${picture?._id}.day.89abcdef`];
  for (const name of [old, fresh]) await writeFile(join(folder, name), "{");
  const now = app.clock.now().getTime();
  await utimes(join(folder, old), new Date(now - 2 * HOUR_MS), new Date(now - 2 * HOUR_MS));
  await utimes(join(folder, fresh), new Date(now), new Date(now));
  await sweepLostFiles(deps());
  const left = await readdir(folder);
  expect(left).not.toContain(old);
  expect(left).toEqual(expect.arrayContaining([fresh, `${picture?._id}.day`, `${picture?._id}.key`]));
});

test("a check of which something was asked again and never came goes, once its person had as long as a decision is kept", async () => {
  const pictures = await someone();
  const [verificationId, userId] = [pictures[0]?.verificationId ?? 0, pictures[0]?.userId ?? 0];
  const check = await findVerification(app.runtime, verificationId, null);
  if (!check) throw new Error("no check");
  const asked = [{ part: "selfie" as const, reason: "face-unclear" as const, note: "" }];
  await app.database.transaction(async (session) => {
    await changeVerification(app.runtime, session, check, { asked });
    const decision = {
      by: 1,
      act: "asked",
      asked: [...asked] as never,
      cause: null,
      note: "",
      privateNote: "",
    } as const;
    await decisionsOf(app.database).insertOne({ verificationId, at: app.clock.now(), ...decision }, { session });
  });
  const { retentionDays } = app.config.identity;
  app.clock.advance((retentionDays - 1) * 24 * HOUR_MS);
  await sweepPictures(deps());
  expect(await picturesOf(app.database).countDocuments({ userId, removedAt: null })).toBe(pictures.length);
  app.clock.advance(2 * 24 * HOUR_MS);
  await sweepPictures(deps());
  expect(await picturesOf(app.database).countDocuments({ userId })).toBe(0);
  expect(await findVerification(app.runtime, verificationId, null)).toBe(null);
  for (const { _id } of pictures) await expect(readPicture(deps(), _id)).rejects.toThrow();
});

test("a process whose folder lacks keys tells operators, until it has them", async () => {
  await someone();
  await tellMissingKeys(deps());
  expect(await issue("erasure-keys")).toBe(null);
  const own = await mkdtemp(join(tmpdir(), "astrolabe-own-keys-"));
  const identity = { ...app.config.identity, erasureKeysDir: own };
  const runtime = { ...app.runtime, config: { ...app.config, identity } };
  const other = { runtime, files: openFiles(runtime), secrets: openSecrets(app.runtime) };
  await tellMissingKeys(other, "second");
  const told = await issue("erasure-keys", `second ${own}`);
  expect(told).toMatchObject({ status: "active", severity: "error" });
  expect(told?.["metadata"].count).toBe(await picturesOf(app.database).countDocuments({ removedAt: null }));
  // Where all are there nothing is told, whatever others lack.
  await tellMissingKeys(deps());
  expect(await issue("erasure-keys", "second")).toMatchObject({ status: "active" });
  await picturesOf(app.database).updateMany({}, { $set: { removedAt: app.clock.now() } });
  await tellMissingKeys(other, "second");
  expect(await issue("erasure-keys", "second")).toMatchObject({ status: "resolved" });
});
