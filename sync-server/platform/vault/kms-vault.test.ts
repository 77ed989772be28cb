import { randomBytes } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Config } from "#server/config.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { AWS_ACCESS, AWS_LOCK, startFakeAwsKms } from "#tests/support/fake-aws-kms.ts";
import { type FakeGcp, GCP_LOCK, GCP_TOKEN, startFakeGcpKms } from "#tests/support/fake-gcp-kms.ts";
import type { FakeService } from "#tests/support/fake-http.ts";
import { testVault } from "#tests/support/vault.ts";
import { openAuditLog } from "./audit-log.ts";
import { type KeyRing, openKeyRing } from "./key-ring.ts";
import { rewrapVault } from "./rewrap.ts";
import { type SealedKey, VAULT_KEYS } from "./sealed-keys.ts";
import { openVault, type Vault } from "./vault.ts";

type Settings = Config["vault"];

const clock = { now: () => new Date() };
const key = randomBytes(32);
const AWS = { setting: "VAULT_AWS_KEY", current: { kind: "aws-kms", id: AWS_LOCK } } as const;
const GCP = { setting: "VAULT_GCP_KEY", current: { kind: "gcp-kms", id: GCP_LOCK } } as const;
let mongo: TestMongo;
let database: Database;
let aws: FakeService;
let gcp: FakeGcp;
let address = "";

beforeAll(async () => {
  [mongo, aws, gcp] = await Promise.all([startMongo(), startFakeAwsKms(), startFakeGcpKms()]);
  database = await openDatabase(mongo.url, "kms", 10_000);
  const vault = vaultOf(ringOf({}));
  await vault.verifyKey();
  address = await database.transaction((session) => vault.createKey(session, { userId: 1, purpose: "wallet" }));
});
afterAll(async () => {
  await database.close();
  await Promise.all([mongo.stop(), aws.stop(), gcp.service.stop()]);
});

function ringOf(settings: Partial<Settings>): KeyRing {
  const { url } = gcp.service;
  const access = {
    aws: { ...AWS_ACCESS, endpoint: aws.url },
    gcp: { token: GCP_TOKEN, metadataHost: "127.0.0.1:9", endpoint: url },
  };
  return openKeyRing({ ...testVault(key), ...access, ...settings }, clock);
}

function vaultOf(ring: KeyRing): Vault {
  return openVault(database, ring, openAuditLog(database, clock), clock);
}

function rewrap(ring: KeyRing) {
  return rewrapVault(database, ring, openAuditLog(database, clock), () => {});
}

async function signs(ring: KeyRing): Promise<boolean> {
  const hash = randomBytes(32);
  const request = { address, purpose: "wallet", hash, userId: 1, requestedBy: "user 1", reason: "test" } as const;
  return Keypair.fromPublicKey(address).verify(hash, (await vaultOf(ring).sign(request)).signature);
}

test("a vault moves from a key of ours to AWS and on to Google, and each alone opens it then", async () => {
  const toAws = ringOf({ ...AWS, others: [{ kind: "local", key }] });
  await vaultOf(toAws).verifyKey();
  expect(await rewrap(toAws)).toEqual({ rewrapped: 2, unopened: [] });
  await vaultOf(ringOf(AWS)).verifyKey();
  expect(await signs(ringOf(AWS))).toBe(true);
  await expect(vaultOf(ringOf({})).verifyKey()).rejects.toThrow("VAULT_KEY is not the key");

  const toGcp = ringOf({ ...GCP, others: [AWS.current] });
  expect(await rewrap(toGcp)).toEqual({ rewrapped: 2, unopened: [] });
  await vaultOf(ringOf(GCP)).verifyKey();
  expect(await signs(ringOf(GCP))).toBe(true);
});

test("while the service is away nothing is locked anew, nothing is called damaged, and the start says so", async () => {
  const before = await database.collection<SealedKey>(VAULT_KEYS).findOne({ _id: address });
  gcp.service.alter = () => ({ status: 503, body: null });
  const away = "Google Cloud KMS decrypt: the service answered with status 503";
  await expect(rewrap(ringOf({ others: [GCP.current] }))).rejects.toThrow(away);
  await expect(vaultOf(ringOf(GCP)).verifyKey()).rejects.toThrow(/^VAULT_GCP_KEY names a key that cannot be used: /);
  gcp.service.alter = null;
  expect(await database.collection<SealedKey>(VAULT_KEYS).findOne({ _id: address })).toEqual(before);
  expect(await signs(ringOf(GCP))).toBe(true);
});

test("a key whose row names another account is refused by the service, and named", async () => {
  const keys = database.collection<SealedKey>(VAULT_KEYS);
  const row = await keys.findOne({ _id: address });
  if (!row) throw new Error("the key is gone");
  const moved = Keypair.random().publicKey();
  await keys.insertOne({ ...row, _id: moved });
  expect(await rewrap(ringOf({ others: [GCP.current] }))).toEqual({ rewrapped: 2, unopened: [moved] });
  expect(await keys.findOne({ _id: moved })).toEqual({ ...row, _id: moved });
});
