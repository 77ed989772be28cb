import { randomBytes } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { testVault } from "#tests/support/vault.ts";
import { openAuditLog } from "./audit-log.ts";
import { AUDIT_LOG } from "./audit-rows.ts";
import { openKeyRing } from "./key-ring.ts";
import { seal, unseal } from "./seal.ts";
import { VAULT_KEYS } from "./sealed-keys.ts";
import { openVault } from "./vault.ts";

const clock = { now: () => new Date("2026-01-01T00:00:00Z") };
const key = randomBytes(32);
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "vault", 10_000);
  await vaultWith(key).verifyKey();
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

function vaultWith(current: Buffer, others: readonly Buffer[] = []) {
  return openVault(database, openKeyRing(testVault(current, others), clock), openAuditLog(database, clock), clock);
}

function createKey(vaultKey = key) {
  return database.transaction((session) => vaultWith(vaultKey).createKey(session, { userId: 1, purpose: "wallet" }));
}

function requestFor(address: string, hash = randomBytes(32)) {
  return { address, purpose: "wallet", hash, userId: 1, requestedBy: "user 1", reason: "test" } as const;
}

test("a key signs for its address, and its making and every signature leave an audit row", async () => {
  const address = await createKey();
  const hash = randomBytes(32);
  const vault = vaultWith(key);
  const request = requestFor(address, hash);
  const signatures = await Promise.all([vault.sign(request), vault.sign(request), vault.sign(request)]);
  for (const { publicKey, signature } of signatures) {
    expect(publicKey).toBe(address);
    expect(Keypair.fromPublicKey(address).verify(hash, signature)).toBe(true);
  }
  await openAuditLog(database, clock).drain();
  const rows = await database.collection(AUDIT_LOG).find({ address }).toArray();
  expect(rows.map(({ action }) => action).toSorted()).toEqual(["create", "sign", "sign", "sign"]);
});

test("a key of one purpose does not sign for another", async () => {
  const address = await createKey();
  await expect(vaultWith(key).sign({ ...requestFor(address), purpose: "house" })).rejects.toThrow("no house key");
});

test("a stored key moved to another address does not open", async () => {
  const [first, second] = [await createKey(), await createKey()];
  const keys = database.collection<{ _id: string; seed: string; dataKey: string }>(VAULT_KEYS);
  const stolen = await keys.findOne({ _id: first });
  await keys.updateOne({ _id: second }, { $set: { seed: stolen?.seed ?? "", dataKey: stolen?.dataKey ?? "" } });
  await expect(vaultWith(key).sign(requestFor(second))).rejects.toThrow();
  await keys.deleteOne({ _id: second });
});

test("another VAULT_KEY is refused with one sentence, and a former one among the others is not", async () => {
  const wrong = "VAULT_KEY is not the key that this database's wallets are locked with.";
  const next = randomBytes(32);
  await vaultWith(key).verifyKey();
  await vaultWith(key).verifyKey();
  await expect(vaultWith(next).verifyKey()).rejects.toThrow(wrong);
  await expect(vaultWith(next, [randomBytes(32)]).verifyKey()).rejects.toThrow(wrong);
  await vaultWith(next, [key]).verifyKey();

  // Once something is locked with the next key, the former alone does not do any more.
  const address = await createKey(next);
  await expect(vaultWith(key).verifyKey()).rejects.toThrow(
    /^VAULT_KEY does not open all .* version key-[0-9a-f]{16}\.$/,
  );
  await expect(vaultWith(key).sign(requestFor(address))).rejects.toThrow(/^the vault has no key of version key-/);
  await vaultWith(key, [next]).verifyKey();
  await vaultWith(key, [next]).sign(requestFor(address));
});

test("what was locked before keys had versions of their own still opens", async () => {
  const address = await createKey();
  await database
    .collection<{ _id: string; keyVersion: string }>(VAULT_KEYS)
    .updateOne({ _id: address }, { $set: { keyVersion: "environment-1" } });
  await vaultWith(randomBytes(32), [key]).sign(requestFor(address));
  await expect(vaultWith(randomBytes(32)).sign(requestFor(address))).rejects.toThrow("none of the keys opens it");
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
