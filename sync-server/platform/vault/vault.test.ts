import { randomBytes } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { AUDIT_LOG, openAuditLog } from "./audit-log.ts";
import { environmentKeyProvider, seal, unseal } from "./key-provider.ts";
import { openVault, VAULT_KEYS } from "./vault.ts";

const clock = { now: () => new Date("2026-01-01T00:00:00Z") };
const key = randomBytes(32);
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "vault", 10_000);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

function vaultWith(vaultKey: Buffer) {
  return openVault(database, environmentKeyProvider(vaultKey), clock);
}

function createKey() {
  return database.transaction((session) => vaultWith(key).createKey(session, { userId: 1, purpose: "wallet" }));
}

test("a key signs for its address, and every signature leaves a chained audit row", async () => {
  const address = await createKey();
  const hash = randomBytes(32);
  const vault = vaultWith(key);
  const request = { address, purpose: "wallet", hash, requestedBy: "user 1", reason: "test" } as const;
  const signatures = await Promise.all([vault.sign(request), vault.sign(request), vault.sign(request)]);
  for (const signature of signatures) expect(Keypair.fromPublicKey(address).verify(hash, signature)).toBe(true);
  expect(await database.collection(AUDIT_LOG).countDocuments({ address })).toBe(3);
  const audit = openAuditLog(database, clock);
  expect(await audit.findBreak()).toBeNull();
  await database.collection<{ _id: number }>(AUDIT_LOG).updateOne({ _id: 2 }, { $set: { reason: "another" } });
  expect(await audit.findBreak()).toBe(2);
});

test("a key of one purpose does not sign for another", async () => {
  const address = await createKey();
  const request = { address, purpose: "house", hash: randomBytes(32), requestedBy: "x", reason: "x" } as const;
  await expect(vaultWith(key).sign(request)).rejects.toThrow("no house key");
});

test("a stored key moved to another address does not open", async () => {
  const [first, second] = [await createKey(), await createKey()];
  const keys = database.collection<{ _id: string; seed: string; dataKey: string }>(VAULT_KEYS);
  const stolen = await keys.findOne({ _id: first });
  await keys.updateOne({ _id: second }, { $set: { seed: stolen?.seed ?? "", dataKey: stolen?.dataKey ?? "" } });
  const request = { address: second, purpose: "wallet", hash: randomBytes(32), requestedBy: "x", reason: "x" } as const;
  await expect(vaultWith(key).sign(request)).rejects.toThrow();
});

test("another VAULT_KEY is refused with one sentence", async () => {
  await vaultWith(key).verifyKey();
  await vaultWith(key).verifyKey();
  await expect(vaultWith(randomBytes(32)).verifyKey()).rejects.toThrow(
    "VAULT_KEY is not the key that this database's wallets are locked with.",
  );
});

test("what is sealed opens only with the same key, context and bytes", () => {
  const plain = randomBytes(32);
  const sealed = seal(key, plain, "a");
  expect(unseal(key, sealed, "a").equals(plain)).toBe(true);
  expect(() => unseal(key, sealed, "b")).toThrow();
  const spoilt = Buffer.from(sealed);
  spoilt.writeUInt8(spoilt.readUInt8(14) ^ 1, 14);
  expect(() => unseal(key, spoilt, "a")).toThrow();
});

test("no stored document of the vault holds a secret key in the clear", async () => {
  const stored = JSON.stringify(await database.collection(VAULT_KEYS).find({}).toArray());
  expect(stored).not.toMatch(/S[A-Z2-7]{55}/);
});
