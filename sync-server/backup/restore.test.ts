import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Document } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KNOWN_MIGRATIONS, MIGRATIONS, SEAL_CHECKS } from "#server/all-migrations.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { testVault } from "#tests/support/vault.ts";
import { BackupError } from "./backup-error.ts";
import { drill } from "./drill.ts";
import { HASTY } from "./read-moment.ts";
import { restore, type Restoring } from "./restore.ts";
import { refuseHalfRestored } from "./restore-mark.ts";
import { writeBackup } from "./write-backup.ts";

const KEY = randomBytes(32);
const WATCH_MS = 50;
const LEFT_OUT = ["leases", "processes", "restores", "restored_state"];
let folder: string;
let app: TestApp;
let mongo: TestMongo;
let file: string;
let count = 0;
const opened: Database[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "astrolabe-restore-"));
  [app, mongo] = await Promise.all([startTestApp(), startMongo()]);
  await Promise.all(Array.from({ length: 3 }, () => aUser(app)));
  file = await backUp("backup");
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await app.stop();
  await mongo.stop();
  await rm(folder, { recursive: true, force: true });
});

async function backUp(name: string, passphrase = app.stellar.passphrase): Promise<string> {
  const source = { database: app.database, clock: app.clock, passphrase, pace: HASTY };
  return (await writeBackup(source, KEY, join(folder, name))).file;
}

async function anEmptyDatabase(): Promise<Database> {
  count += 1;
  const database = await openDatabase(mongo.url, `restored-${count}`, 10_000);
  opened.push(database);
  return database;
}

function into(database: Database, changed: Partial<Restoring> = {}): Restoring {
  return {
    database,
    clock: app.clock,
    passphrase: app.stellar.passphrase,
    ring: openKeyRing(app.config.vault, app.clock),
    known: KNOWN_MIGRATIONS,
    migrations: MIGRATIONS,
    replaces: false,
    watchMs: WATCH_MS,
    ...changed,
  };
}

async function namesIn({ db }: Database): Promise<string[]> {
  const found = await db.listCollections().toArray();
  return found.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
}

async function indexesOf(database: Database, name: string): Promise<Document[]> {
  const found = await database.collection(name).indexes();
  return found.toSorted((left, right) => (left.name ?? "").localeCompare(right.name ?? ""));
}

test("what is restored holds every document, has every index, and knows that it was restored", async () => {
  const database = await anEmptyDatabase();
  const { head, manifest } = await restore(file, KEY, into(database));
  expect(manifest.documents).toBeGreaterThan(100);
  for (const { collection, documents } of manifest.parts)
    expect(await database.collection(collection).countDocuments(), collection).toBe(documents);
  const migrated = await anEmptyDatabase();
  await migrate(migrated, MIGRATIONS, app.clock);
  for (const name of await namesIn(migrated))
    expect(await indexesOf(database, name), name).toEqual(await indexesOf(migrated, name));
  const [state] = await database.collection("restored_state").find().toArray();
  expect(state).toMatchObject({ takenAt: new Date(head.takenAt), ledger: head.ledger, phase: "marked" });
  await refuseHalfRestored(database);
});

test("a drill checks all of it in a database of its own, of which nothing is left", async () => {
  const drilling = { ...into(app.database), dataDir: folder, sealChecks: SEAL_CHECKS, pace: HASTY };
  const { auditRows, manifest } = await drill(file, KEY, { ...drilling, signal: AbortSignal.timeout(60_000) });
  const audit = manifest.parts.find(({ collection }) => collection === "audit_log");
  expect(auditRows).toBe(audit?.documents);
  expect(auditRows).toBeGreaterThan(0);
  expect(await readdir(join(folder, "drill"))).toEqual([]);
});

test("a drill finds what was written past the server, in a row or in the audit log", async () => {
  const drilling = { ...into(app.database), dataDir: folder, sealChecks: SEAL_CHECKS, pace: HASTY };
  const signal = AbortSignal.timeout(60_000);
  const accounts = app.database.collection<{ _id: string; role: string }>("accounts");
  const { _id = "" } = (await accounts.findOne({ role: "wallet" })) ?? {};
  await accounts.updateOne({ _id }, { $set: { role: "treasury" } });
  const forged = await backUp("forged");
  await accounts.updateOne({ _id }, { $set: { role: "wallet" } });
  await expect(drill(forged, KEY, { ...drilling, signal })).rejects.toThrow("Somebody wrote past the server");
  const audit = app.database.collection<Document & { _id: number }>("audit_log");
  const row = await audit.findOne({ _id: 1 });
  await audit.deleteOne({ _id: 1 });
  const broken = await backUp("broken");
  if (row) await audit.insertOne(row);
  await expect(drill(broken, KEY, { ...drilling, signal })).rejects.toThrow("audit log is broken: row 1 is missing.");
});

test("what does not fit is refused before anything is written", async () => {
  const database = await anEmptyDatabase();
  const refused = (changed: Partial<Restoring>, key = KEY) => restore(file, key, into(database, changed));
  await expect(refused({}, randomBytes(32))).rejects.toThrow("BACKUP_KEY is not the key");
  await expect(refused({ passphrase: "Another" })).rejects.toThrow("The backup is of another Stellar network.");
  await expect(refused({ known: new Set([1, 2, 3]) })).rejects.toThrow("was made by a newer version of Astrolabe");
  await expect(refused({ ring: openKeyRing(testVault(), app.clock) })).rejects.toThrow(
    "This backup cannot be used here: VAULT_KEY is not the key",
  );
  await expect(restore(join(folder, "absent"), KEY, into(database))).rejects.toThrow(BackupError);
  expect(await database.db.listCollections().toArray()).toEqual([]);
});

test("a database that holds something is left as it is, unless it is to be replaced", async () => {
  const database = await anEmptyDatabase();
  await database.collection("something").insertOne({ held: true });
  await expect(restore(file, KEY, into(database))).rejects.toThrow("is not empty: restore into an empty one");
  await refuseHalfRestored(database);
  expect(await database.collection("something").countDocuments()).toBe(1);
  await restore(file, KEY, into(database, { replaces: true }));
  expect(await database.collection("something").countDocuments()).toBe(0);
});

test("nothing is restored while a server runs on the database, nor under one that starts meanwhile", async () => {
  const database = await anEmptyDatabase();
  const server = openLeases(database);
  const lease = await server.acquire("ingest");
  await expect(restore(file, KEY, into(database))).rejects.toThrow("A server runs on this database");
  await refuseHalfRestored(database);
  if (lease) await server.release(lease);
  const restoring = restore(file, KEY, into(database, { watchMs: 1000 }));
  const isRefused = expect(restoring).rejects.toThrow("A server runs on this database");
  const late = await server.acquire("ingest");
  await isRefused;
  await refuseHalfRestored(database);
  expect(await namesIn(database)).toEqual([]);
  if (late) await server.release(late);
});

test("no server starts on half of a database, and a restore that was broken off begins anew", async () => {
  const database = await anEmptyDatabase();
  const ending = new AbortController();
  const half = into(database, {
    tell: () => {
      ending.abort(new Error("the power went"));
      ending.signal.throwIfAborted();
    },
  });
  await expect(restore(file, KEY, half)).rejects.toThrow("the power went");
  await expect(refuseHalfRestored(database)).rejects.toThrow("run `npm run restore` again");
  const { manifest } = await restore(file, KEY, into(database));
  const users = manifest.parts.find(({ collection }) => collection === "users");
  expect(await database.collection("users").countDocuments()).toBe(users?.documents);
  await refuseHalfRestored(database);
});
