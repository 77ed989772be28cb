import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { sealsOf } from "#server/platform/seals/row-seals.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { AUDIT_LOG } from "#server/platform/vault/audit-rows.ts";
import { walkAudit } from "#server/platform/vault/audit-walk.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { vaultIndexes } from "#server/platform/vault/migrations.ts";
import { makeKey, type SealedKey, VAULT_KEYS } from "#server/platform/vault/sealed-keys.ts";
import { openSecretStore } from "#server/platform/vault/secrets.ts";
import { openVault, type Vault } from "#server/platform/vault/vault.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { testVault } from "#tests/support/vault.ts";

const KEYS = 700;
const clock = { now: () => new Date() };
const [former, next] = [randomBytes(32), randomBytes(32)];
let mongo: TestMongo;
let database: Database;
let folder = "";
let addresses: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rotate-"));
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "astrolabe", 10_000);
  await vaultIndexes.run(database, clock.now());
  await vaultWith(former).verifyKey();
  const ring = openKeyRing(testVault(former), clock);
  const keys = await Promise.all(
    Array.from({ length: KEYS }, () => makeKey(ring, sealsOf(database), { userId: 1, purpose: "wallet" }, clock.now())),
  );
  await database.collection<SealedKey>(VAULT_KEYS).insertMany(keys);
  addresses = keys.map(({ _id }) => _id);
  await database.transaction((session) => secretsWith(former).put(session, "totp 1", Buffer.from("seed")));
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
  await rm(folder, { recursive: true, force: true });
});

function vaultWith(current: Buffer, others: readonly Buffer[] = []): Vault {
  return openVault(database, openKeyRing(testVault(current, others), clock), openAuditLog(database, clock), clock);
}

function secretsWith(key: Buffer) {
  return openSecretStore(database, openKeyRing(testVault(key), clock), openAuditLog(database, clock), clock);
}

interface Run {
  readonly child: ChildProcess;
  /** Resolves at the first sign of progress. */
  readonly started: Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
}

/** Runs the command as an operator does, in a process of its own. */
function rotate(current: Buffer, others: readonly Buffer[]): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, "cli/rotate.ts")], {
    env: {
      MONGODB_URL: mongo.url.replace("/?", "/astrolabe?"),
      DATA_DIR: folder,
      VAULT_KEY: current.toString("hex"),
      VAULT_OTHER_KEYS: others.map((key) => key.toString("base64")).join(","),
    },
  });
  let said = "";
  const started = Promise.withResolvers<void>();
  const hear = (chunk: Buffer): void => {
    said += chunk.toString();
    if (said.includes("locks changed")) started.resolve();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.on("close", (code) => {
      started.resolve();
      resolve({ code, said });
    });
  });
  return { child, started: started.promise, ended };
}

async function signOnce(vault: Vault, address: string): Promise<void> {
  const hash = randomBytes(32);
  const request = { address, purpose: "wallet", hash, userId: 1, requestedBy: "user 1", reason: "test" } as const;
  const { signature } = await vault.sign(request);
  expect(Keypair.fromPublicKey(address).verify(hash, signature)).toBe(true);
}

function lockedWithFormer(): Promise<number> {
  const { version } = openKeyRing(testVault(former), clock).current;
  return database.collection(VAULT_KEYS).countDocuments({ keyVersion: version });
}

test("servers sign while everything gets another lock, and a run that is killed is taken up by the next", async () => {
  let signatures = 0;
  const ending = new AbortController();
  // Two servers in the middle of a rolling restart: their current keys differ, their rings do not.
  const signing = [vaultWith(former, [next]), vaultWith(next, [former])].map(async (vault) => {
    for (let at = 0; !ending.signal.aborted; at = (at + 7) % KEYS) {
      await signOnce(vault, addresses[at] ?? "");
      signatures += 1;
    }
  });
  const killed = rotate(next, [former]);
  await killed.started;
  killed.child.kill("SIGKILL");
  await killed.ended;
  const left = await lockedWithFormer();
  expect(left).toBeLessThan(KEYS);
  // The former alone no longer opens everything.
  await expect(vaultWith(former).verifyKey()).rejects.toThrow(/^VAULT_KEY /);

  const again = await rotate(next, [former]).ended;
  expect(again).toMatchObject({
    code: 0,
    said: expect.stringContaining("Everything is locked with the key of VAULT_KEY"),
  });
  expect(again.said).not.toMatch(/key-[0-9a-f]{16}/);
  ending.abort();
  await Promise.all(signing);
  expect(signatures).toBeGreaterThan(0);
  expect(await lockedWithFormer()).toBe(0);

  await vaultWith(next).verifyKey();
  const alone = vaultWith(next);
  await Promise.all(addresses.slice(0, 200).map((address) => signOnce(alone, address)));
  expect(await secretsWith(next).use("totp 1", (seed) => seed.toString())).toBe("seed");
  await expect(vaultWith(former).verifyKey()).rejects.toThrow("VAULT_KEY is not the key");
  const rows = await database
    .collection(AUDIT_LOG)
    .find({ action: "rewrap" }, { sort: { _id: 1 } })
    .toArray();
  expect(rows.at(0)?.["reason"]).toBe(`begins with ${KEYS + 2} locks to change`);
  expect(rows.at(-1)?.["reason"]).toMatch(/^ends with \d+ locks changed and 0 that do not open$/);
  expect((await walkAudit(database)).problem).toBeNull();

  const third = await rotate(next, [former]).ended;
  expect(third).toMatchObject({ code: 0, said: expect.stringContaining("0 locks were changed") });
}, 180_000);

test("a key that does not open is named and left as it was, everything else is changed", async () => {
  const keys = database.collection<SealedKey>(VAULT_KEYS);
  const [damaged = "", foreign = "", address = ""] = addresses;
  await keys.updateOne({ _id: damaged }, { $set: { seed: Buffer.alloc(60).toString("base64") } });
  await keys.updateOne({ _id: foreign }, { $set: { keyVersion: "key-0000000000000000" } });
  const before = await keys.find({ _id: { $in: [damaged, foreign] } }, { sort: { _id: 1 } }).toArray();
  const refused = await rotate(former, [next]).ended;
  expect(refused.code).toBe(1);
  expect(refused.said).toContain("VAULT_OTHER_KEYS must name the key of version key-0000000000000000");
  await keys.updateOne(
    { _id: foreign },
    { $set: { keyVersion: before.find(({ _id }) => _id !== foreign)?.keyVersion ?? "" } },
  );

  const { code, said } = await rotate(former, [next]).ended;
  expect(code).toBe(1);
  expect(said).toContain(`${damaged}\nThese 1 do not open with any key that is named`);
  expect(await keys.findOne({ _id: damaged })).toEqual(before.find(({ _id }) => _id === damaged));
  expect(await lockedWithFormer()).toBe(KEYS - 1);
  await signOnce(vaultWith(former, [next]), address);
  expect(said).not.toContain(former.toString("hex"));
}, 180_000);
