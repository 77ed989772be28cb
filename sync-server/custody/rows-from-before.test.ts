import { randomBytes } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { assertAccepted } from "#server/platform/submissions/seal-submission.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { keyContext, lock, VAULT_KEYS } from "#server/platform/vault/sealed-keys.ts";
import { leftToSeal } from "#server/platform/vault/sealing-key.ts";
import { openVault } from "#server/platform/vault/vault.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { testVault } from "#tests/support/vault.ts";
import { rowsFromBefore } from "./rows-from-before.ts";

const clock = { now: () => new Date("2026-01-01T00:00:00Z") };
const ring = openKeyRing(testVault(), clock);
const keys = Keypair.random();
const address = keys.publicKey();
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "before", 10_000);
  const key = { _id: address, userId: 1, purpose: "wallet" as const, createdAt: clock.now() };
  const locked = await lock(ring, Buffer.from(keys.rawSecretKey()), keyContext(key));
  await database
    .collection<{ _id: string }>(VAULT_KEYS)
    .insertOne({ ...key, ...locked.lock, seed: locked.sealed } as never);
  await submissionCollection(database).insertMany([
    submission(1, "created"),
    submission(2, "held"),
    submission(3, "confirmed"),
    { ...submission(4, "submitted"), attempt: attempt() },
  ]);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

function submission(id: number, state: SubmissionDocument["state"]): SubmissionDocument {
  const wish = { userId: 1, idempotencyKey: `key-${id}`, fingerprint: "", kind: "send", account: address } as const;
  const steps = [{ type: "create_account", source: address, to: address, amount: "5" }] as const;
  const way = { memo: "", holds: [], fee: "100", feePayer: null, viaChannel: false, attempt: null, sends: 0 };
  const rest = { lastSentAt: null, rebuilds: 0, formerHashes: [], ledger: null, isReserving: true, version: 1 };
  return { id, ...wish, steps, ...way, ...rest, state, reason: "", createdAt: clock.now(), updatedAt: clock.now() };
}

function attempt() {
  const bounds = { source: address, sequence: "7", signedAtLedger: 1, maxTime: clock.now(), maxLedger: 9 };
  return { ...bounds, envelopeXdr: "", hash: "aa", innerHash: null };
}

function vault() {
  return openVault(database, ring, openAuditLog(database, clock), clock);
}

async function read(id: number): Promise<SubmissionDocument> {
  const found = await submissionCollection(database).findOne({ id });
  if (!found) throw new Error(`there is no submission ${id}`);
  return found;
}

function secrets() {
  return database.collection<{ _id: string }>("vault_secrets");
}

function sealing() {
  return migrate(database, [rowsFromBefore({ database, ring }, { first: [], peoples: [] })], clock);
}

const signing = {
  address,
  purpose: "wallet",
  hash: randomBytes(32),
  userId: 1,
  requestedBy: "user 1",
  reason: "",
} as const;

/** The sealing key as it stood before anything was sealed. */
let former: { readonly _id: string } | null = null;

test("rows and keys from before are sealed once, and keys sign as before", async () => {
  await vault().verifyKey();
  former = await secrets().findOne({});
  await expect(vault().sign(signing)).rejects.toThrow("has no seal of ours");
  expect(await sealing()).toEqual([71]);
  const { signature } = await vault().sign(signing);
  expect(keys.verify(signing.hash, signature)).toBe(true);
  for (const id of [1, 4]) expect(() => assertAccepted(database, { ...submission(id, "created") })).toThrow();
  const [open, held, final, sent] = [await read(1), await read(2), await read(3), await read(4)];
  expect(() => assertAccepted(database, open)).not.toThrow();
  expect(() => assertAccepted(database, held)).toThrow("approval");
  expect(final.seal).toBe(undefined);
  expect(sent.formerly).toMatchObject({ inner: "aa", sequence: "7" });
  expect(() => assertAccepted(database, { ...sent, formerly: undefined as never })).toThrow("submission 4");
});

test("it does not happen a second time, whatever the database says of it", async () => {
  expect(await leftToSeal(database)).toBe("nothing");
  await submissionCollection(database).insertOne(submission(5, "created"));
  await database.collection("migrations").deleteMany({});
  await vault().verifyKey();
  await sealing();
  expect((await read(5)).seal).toBe(undefined);
});

test("nor where its former key is put back: the audit log says that it happened, and that has no gap", async () => {
  if (!former) throw new Error("the former key was not kept");
  const now = await secrets().find({}).toArray();
  await secrets().deleteMany({});
  await secrets().insertOne(former);
  await database.collection("migrations").deleteMany({});
  await vault().verifyKey();
  await expect(sealing()).rejects.toThrow("were sealed before");
  const log = database.collection<{ _id: number; action: string }>("audit_log");
  const said = await log.findOne({ action: "seal" });
  await log.deleteOne({ action: "seal" });
  await expect(sealing()).rejects.toThrow("does not fit");
  if (said) await log.insertOne(said);
  await secrets().deleteMany({});
  await secrets().insertMany(now);
  expect((await read(5)).seal).toBe(undefined);
});
