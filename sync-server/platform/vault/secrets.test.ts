import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowSeals, useSeals } from "#server/platform/seals/row-seals.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { openAuditLog } from "./audit-log.ts";
import { AUDIT_LOG } from "./audit-rows.ts";
import { localKeyProvider } from "./key-provider.ts";
import { keyRingOf } from "./key-ring.ts";
import { openSecretStore, VAULT_SECRETS } from "./secrets.ts";

const clock = { now: () => new Date() };
const plain = Buffer.from("a seed that nobody may read");
let mongo: TestMongo;
let database: Database;
let store: SecretStore;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "secrets", 10_000);
  useSeals(database, rowSeals(randomBytes(32)));
  store = storeWith(randomBytes(32));
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

function storeWith(key: Buffer): SecretStore {
  const ring = keyRingOf("VAULT_KEY", localKeyProvider(key));
  return openSecretStore(database, ring, openAuditLog(database, clock), clock);
}

test("a secret is read back under its name, replaced and dropped, and never stored plainly", async () => {
  await database.transaction((session) => store.put(session, "totp 7", plain));
  expect(await store.use("totp 7", (secret) => secret.toString())).toBe(plain.toString());
  expect(JSON.stringify(await database.collection(VAULT_SECRETS).find({}).toArray())).not.toContain("seed");
  await database.transaction((session) => store.put(session, "totp 7", Buffer.from("another")));
  expect(await store.use("totp 7", (secret) => secret.toString())).toBe("another");
  await database.transaction((session) => store.drop(session, "totp 7"));
  expect(await store.use("totp 7", () => true)).toBe(null);
  await openAuditLog(database, clock).drain();
  const rows = await database.collection(AUDIT_LOG).find({ address: "totp 7" }).toArray();
  expect(rows.map(({ action }) => action).toSorted()).toEqual(["drop", "keep", "keep", "reveal", "reveal"]);
});

test("a secret moved to another name, or read with another key, opens for nobody", async () => {
  await database.transaction((session) => store.put(session, "totp 8", plain));
  const secrets = database.collection<{ _id: string }>(VAULT_SECRETS);
  const stolen = await secrets.findOne({ _id: "totp 8" });
  await secrets.insertOne({ ...stolen, _id: "totp 9" });
  await expect(store.use("totp 9", () => true)).rejects.toThrow();
  await expect(storeWith(randomBytes(32)).use("totp 8", () => true)).rejects.toThrow("no key of version key-");
});

test("what was lent is wiped afterwards", async () => {
  await database.transaction((session) => store.put(session, "totp 10", plain));
  const kept = await store.use("totp 10", (secret) => secret);
  expect(kept?.every((byte) => byte === 0)).toBe(true);
});
