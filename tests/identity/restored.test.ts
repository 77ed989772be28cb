import { copyFile, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCheck } from "#server/kyc/check.fixture.ts";
import { sweepPictures } from "#server/kyc/keep-pictures.ts";
import { picturesOf, readPicture } from "#server/kyc/pictures.ts";
import { openFiles, openSecrets } from "#server/platform/vault/open-vault.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { startMongo, TEMPLATE } from "#tests/support/embedded.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { testVault } from "#tests/support/vault.ts";

/** An operator has a backup of the database, the settings, and the folder of erasure keys as it stands by now. */
const DAY_MS = 24 * 60 * 60 * 1000;
const vault = testVault();
let folder: string;
const keys = () => join(folder, "erasure-keys");
const depsOf = ({ runtime }: TestApp) => ({ runtime, files: openFiles(runtime), secrets: openSecrets(runtime) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-restored-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function startOn(from: string | undefined, erasureKeysDir: string): Promise<TestApp> {
  return startTestApp({ mongo: await startMongo({ from }), vault, identity: { erasureKeysDir } });
}

/** The folder of a database as it is after its backup was put back. */
async function putBack(backup: string): Promise<string> {
  const restored = join(folder, "restored");
  await mkdir(restored);
  await copyFile(backup, join(restored, "mongo.sqlite"));
  return restored;
}

/** Of which files there are bytes in a database, before any server looks at it. */
async function filesOn(from: string): Promise<unknown[]> {
  const mongo = await startMongo({ from });
  const client = new MongoClient(mongo.url);
  const files = await client.db("astrolabe").collection("kyc_files.chunks").distinct("files_id");
  await client.close();
  await mongo.stop();
  return files;
}

test("a backup that is put back brings the bytes of pictures back, and none that can be opened", async () => {
  const app = await startOn(process.env[TEMPLATE], keys());
  const { user } = await aUser(app);
  const check = await aCheck(depsOf(app), { userId: user.id });
  const reviewer = await aConfirmedAdmin(app, ["reviewer"]);
  const decision = { version: 1, reason: "all is there" };
  const { status } = await askAs(app, reviewer, "POST", `/api/admin/kyc/${check.id}/approve`, decision);
  expect(status).toBe(200);
  const pictures = await picturesOf(app.database).find({ verificationId: check.id }).toArray();
  const names = pictures.map(({ _id }) => _id);
  const shown = await Promise.all(names.map((name) => readPicture(depsOf(app), name)));

  const backup = join(folder, "backup.sqlite");
  const client = new MongoClient(app.config.mongodbUrl);
  await client.db("admin").command({ backupTo: backup });
  await client.close();
  await cp(keys(), join(folder, "former-keys"), { recursive: true });

  app.clock.advance((app.config.identity.retentionDays + 1) * DAY_MS);
  await sweepPictures(depsOf(app));
  await app.stop();

  const restored = await putBack(backup);
  expect(await filesOn(restored)).toEqual(expect.arrayContaining(pictures.map(({ file }) => file)));
  const after = await startOn(restored, keys());
  for (const name of names)
    await expect(readPicture(depsOf(after), name)).rejects.toMatchObject({ code: "identity-picture-removed" });
  await after.stop();

  // It is the keys that were destroyed and nothing else: with those of before the backup does open.
  const thief = await startOn(restored, join(folder, "former-keys"));
  for (const [at, name] of names.entries())
    expect((await readPicture(depsOf(thief), name)).equals(shown[at] ?? Buffer.alloc(0))).toBe(true);
  await thief.stop();
});
