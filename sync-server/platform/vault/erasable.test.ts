import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { lockedVersions } from "./canary.ts";
import { openErasableFiles, VAULT_FILES } from "./erasable.ts";
import { openErasureFolder } from "./erasure-folder.ts";
import { localKeyProvider } from "./key-provider.ts";
import { keyRingOf } from "./key-ring.ts";
import { countLocks, rewrapLocks } from "./rewrap.ts";

const [former, present] = [localKeyProvider(randomBytes(32)), localKeyProvider(randomBytes(32))];
const UNTIL = new Date("2027-01-01T00:00:00Z");
let mongo: TestMongo;
let database: Database;
let folder: string;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "erasable", 10_000);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "astrolabe-erasure-")), "keys");
  return () => rm(join(folder, ".."), { recursive: true });
});

const nameOf = () => randomBytes(16).toString("base64url");

/** A file that the former key of the vault locks. */
async function aFile(ring = keyRingOf("VAULT_KEY", former)) {
  const files = openErasableFiles(database, ring, openErasureFolder(folder));
  const name = nameOf();
  await files.make(name, UNTIL, (insertLock) => database.transaction(insertLock));
  const sealed = await files.use(name, (key) => key.seal(Buffer.from("who I am"), "front"));
  return { files, name, sealed };
}

test("a file opens for its place alone, with its erasure key alone", async () => {
  const { files, name, sealed } = await aFile();
  expect(await files.use(name, (key) => key.unseal(sealed, "front").toString())).toBe("who I am");
  await expect(files.use(name, (key) => key.unseal(sealed, "selfie"))).rejects.toThrow();
  const other = await aFile();
  await expect(other.files.use(other.name, (key) => key.unseal(sealed, "front"))).rejects.toThrow();
  const elsewhere = openErasableFiles(database, keyRingOf("VAULT_KEY", former), openErasureFolder(`${folder}-other`));
  await expect(elsewhere.use(name, () => "opened")).rejects.toThrow("destroyed");
});

test("what is erased opens no more, with the lock put back and by the vault's key neither", async () => {
  const { files, name } = await aFile();
  const lock = await database.collection<{ _id: string }>(VAULT_FILES).findOne({ _id: name });
  await files.erase(name);
  await files.erase(name);
  if (!lock) throw new Error("there is no lock");
  await database.collection<{ _id: string }>(VAULT_FILES).insertOne(lock);
  await expect(files.use(name, () => "opened")).rejects.toThrow("destroyed");
  expect(await readdir(folder)).toEqual([]);
});

test("keys are their owner's alone, and no row names one", async () => {
  const { name } = await aFile();
  for (const file of await readdir(folder)) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const key = await readFile(join(folder, `${name}.key`));
  const rows = JSON.stringify(await database.collection(VAULT_FILES).find().toArray());
  for (const form of ["hex", "base64"] as const) expect(rows).not.toContain(key.toString(form));
});

test("a final day moves ahead no more, and nobody makes a key by naming its day", async () => {
  const { files, name } = await aFile();
  const [sooner, later] = [new Date("2026-12-01T00:00:00Z"), new Date("2028-01-01T00:00:00Z")];
  await files.setDay(name, { until: later, isFinal: false });
  expect((await files.kept()).days).toEqual([{ name, until: later, isFinal: false }]);
  await files.setDay(name, { until: sooner, isFinal: true });
  await files.setDay(name, { until: later, isFinal: false });
  expect((await files.kept()).days).toEqual([{ name, until: sooner, isFinal: true }]);
  await files.setDay(nameOf(), { until: later, isFinal: false });
  expect((await files.kept()).days).toHaveLength(1);
  await expect(files.erase("../../somewhere")).rejects.toThrow("no erasure key");
});

test("a row that is not stored leaves no key, and a key that was overwritten opens nothing", async () => {
  const { files, name } = await aFile();
  const failing = files.make(nameOf(), UNTIL, () => Promise.reject(new Error("the database is away")));
  await expect(failing).rejects.toThrow("away");
  expect((await files.kept()).days).toHaveLength(1);
  await writeFile(join(folder, `${name}.key`), Buffer.alloc(32));
  await expect(files.use(name, () => "opened")).rejects.toThrow("destroyed");
});

test("another key of the vault takes the locks over, without any erasure key", async () => {
  await database.collection(VAULT_FILES).deleteMany({});
  const { name, sealed } = await aFile();
  const both = keyRingOf("VAULT_KEY", present, [former]);
  expect(await countLocks(database, both)).toMatchObject({ former: 1 });
  const outcome = await rewrapLocks(database, both, () => undefined);
  expect(outcome).toMatchObject({ rewrapped: 1, unopened: [] });
  expect(await lockedVersions(database)).toEqual([present.version]);
  const files = openErasableFiles(database, keyRingOf("VAULT_KEY", present), openErasureFolder(folder));
  expect(await files.use(name, (key) => key.unseal(sealed, "front").toString())).toBe("who I am");
});
