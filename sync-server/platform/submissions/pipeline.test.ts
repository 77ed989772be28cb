import { randomBytes } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { type Config, DEFAULT_LIMITS, DEFAULT_PRICES, DEFAULT_TRADES_DAYS } from "#server/config.ts";
import { DEFAULT_LOG } from "#server/log-settings.ts";
import { DEFAULT_BACKUP } from "#server/backup-settings.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { createLog } from "#server/platform/http/log.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection, insertAccount } from "#server/platform/ingest/account.ts";
import { ingestPage } from "#server/platform/ingest/ingester.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import { NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { openAuditLog } from "#server/platform/vault/audit-log.ts";
import { openKeyRing } from "#server/platform/vault/key-ring.ts";
import { openVault } from "#server/platform/vault/vault.ts";
import { startMongo, startStellar, steer, type TestMongo, type TestStellar } from "#tests/support/embedded.ts";
import { testVault } from "#tests/support/vault.ts";
import type { Step } from "./steps.ts";
import { type SubmissionDocument, submissionCollection } from "./submission.ts";
import { insertSubmission } from "./insert-submission.ts";
import { advance, advanceOpen } from "./worker.ts";
import type { SubmissionsDeps } from "./deps.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";

const UNIT = 10_000_000n;
let mongo: TestMongo;
let stellar: TestStellar;
let database: Database;
let deps: SubmissionsDeps;
let from: string;
let to: string;
let made = 0;
/** Moves our clock, not the network's, so that a test need not wait to send again. */
let clockOffsetMs = 0;

beforeAll(async () => {
  [mongo, stellar] = await Promise.all([startMongo(), startStellar({ closeIntervalMs: 0 })]);
  database = await openDatabase(mongo.url, "pipeline", 10_000);
  const config: Config = {
    isProduction: false,
    host: "127.0.0.1",
    port: 0,
    dataDir: "",
    publicUrl: "",
    trustedProxies: [],
    mongodbUrl: mongo.url,
    databaseName: "pipeline",
    stellar: {
      rpcUrls: [stellar.rpcUrl],
      horizonUrls: [],
      passphrase: stellar.passphrase,
      friendbotUrl: stellar.friendbotUrl,
      demoUrl: null,
    },
    house: { channels: 0, dailyReserveStroops: 0n, dailyFeeStroops: 0n },
    perNetwork: { registrations: 0, sponsored: 0 },
    prices: DEFAULT_PRICES,
    tradesKeptDays: DEFAULT_TRADES_DAYS,
    limits: DEFAULT_LIMITS,
    sessionKey: randomBytes(32),
    vault: testVault(),
    smtpUrl: null,
    uncountedNetworksFile: null,
    cardProviderUrl: null,
    push: { allowsPrivate: true },
    identity: { erasureKeysDir: "unused", retentionDays: 30, keepByLawDays: 0 },
    approvalMs: 24 * 60 * 60 * 1000,
    backup: DEFAULT_BACKUP,
    metrics: null,
    log: DEFAULT_LOG,
    given: [],
  };
  const clock = { now: () => new Date(Date.now() + clockOffsetMs) };
  const runtime: Runtime = { config, database, clock, log: createLog("silent") };
  const vault = openVault(database, openKeyRing(config.vault, clock), openAuditLog(database, clock), clock);
  await vault.verifyKey();
  const network = openRpcNetwork(config.stellar);
  deps = { runtime, network, vault };
  await ingestAll();
  from = await wallet(1);
  to = await wallet(2);
  await ingestAll();
});
afterAll(async () => {
  await database.close();
  await Promise.all([mongo.stop(), stellar.stop()]);
});

async function wallet(userId: number): Promise<string> {
  const address = await database.transaction(async (session) => {
    const key = await deps.vault.createKey(session, { userId, purpose: "wallet" });
    await insertAccount(database, session, key, userId);
    return key;
  });
  expect(await askFriendbot(stellar.friendbotUrl, address)).toBe(true);
  return address;
}

async function ingestAll(): Promise<void> {
  while (await ingestPage({ ...deps, parts: INGEST_PARTS }));
}

async function closeLedger(): Promise<void> {
  await steer(stellar, "/close");
}

async function balanceOf(address: string): Promise<bigint> {
  return (await deps.network.holdings([{ address, assets: [] }])).accounts.get(address)?.balance ?? 0n;
}

async function submit(amount: bigint, change: (step: Step) => Step = (step) => step): Promise<SubmissionDocument> {
  made += 1;
  const step: Step = { type: "payment", source: from, to, ...NATIVE, amount: String(amount) };
  return database.transaction((session) =>
    insertSubmission(deps.runtime, session, {
      userId: 1,
      idempotencyKey: `key-${made}`,
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [change(step)],
      memo: "",
      holds: [{ ...NATIVE, amount: String(amount + 100n) }],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
}

async function read(id: number): Promise<SubmissionDocument> {
  const submission = await submissionCollection(database).findOne({ id });
  if (!submission) throw new Error(`submission ${id} is gone`);
  return submission;
}

/** Runs the worker as a restarted process would, with ledgers closing, until the submission is settled. */
async function carryOn(id: number): Promise<SubmissionDocument> {
  for (let turn = 0; turn < 20; turn += 1) {
    await advanceOpen(deps);
    await closeLedger();
    clockOffsetMs += 6000;
    const { state } = await read(id);
    if (state === "confirmed" || state === "failed") break;
  }
  await ingestAll();
  return read(id);
}

/** The same network, dying at one call. */
function dying(change: Partial<StellarNetwork>): SubmissionsDeps {
  return { ...deps, network: { ...deps.network, ...change } };
}

const dead = () => Promise.reject(new NetworkError("the process died here"));

const CRASHES: readonly (readonly [string, () => SubmissionsDeps])[] = [
  ["before it reads the account", () => dying({ holdings: dead })],
  [
    "between signing and sending",
    () => dying({ send: () => Promise.reject(new NetworkError("the process died before the envelope left")) }),
  ],
  [
    "between sending and recording it",
    () =>
      dying({
        send: async (envelope) => {
          await deps.network.send(envelope);
          return dead();
        },
      }),
  ],
  ["before it looks for the result", () => dying({ transaction: dead })],
];

test.each(CRASHES)("a worker that dies %s pays once when it comes back", async (_where, crashed) => {
  const before = await balanceOf(to);
  const { id } = await submit(5n * UNIT);
  await advanceOpen(crashed()).catch(() => undefined);
  await advanceOpen(crashed()).catch(() => undefined);
  expect((await carryOn(id)).state).toBe("confirmed");
  expect((await balanceOf(to)) - before).toBe(5n * UNIT);
});

test("a worker stopped after every single step pays once", async () => {
  const before = await balanceOf(to);
  const { id } = await submit(2n * UNIT);
  const seen = new Set<string>();
  for (let step = 0; step < 12; step += 1) {
    const submission = await read(id);
    seen.add(submission.state);
    await advance(deps, submission);
    await closeLedger();
  }
  expect([...seen]).toEqual(["created", "signed", "submitted", "confirmed"]);
  expect((await balanceOf(to)) - before).toBe(2n * UNIT);
});

test("two workers at once pay once", async () => {
  const before = await balanceOf(to);
  const { id } = await submit(3n * UNIT);
  await Promise.all([advanceOpen(deps), advanceOpen(deps), advanceOpen(deps)]);
  expect((await carryOn(id)).state).toBe("confirmed");
  expect((await balanceOf(to)) - before).toBe(3n * UNIT);
});

test("an envelope that never arrived expires only when the ledger proves it, and is built again", async () => {
  const before = await balanceOf(to);
  const { id } = await submit(4n * UNIT);
  const lost = dying({ send: () => Promise.resolve({ kind: "accepted" }) });
  await advanceOpen(lost);
  await closeLedger();
  await advanceOpen(lost);
  expect((await read(id)).state).toBe("submitted");
  await steer(stellar, "/time", { offset: 300 });
  await closeLedger();
  const settled = await carryOn(id);
  expect(settled).toMatchObject({ state: "confirmed", rebuilds: 1 });
  expect(settled.formerHashes).toHaveLength(1);
  expect((await balanceOf(to)) - before).toBe(4n * UNIT);
});

test("a payment that fails in a ledger says why, in words", async () => {
  const stranger = Keypair.random().publicKey();
  const paid =
    (fields: { readonly to?: string; readonly assetCode?: string; readonly issuer?: string }) => (step: Step) =>
      step.type === "payment" ? { ...step, ...fields } : step;
  const failures: readonly (readonly [bigint, (step: Step) => Step, string])[] = [
    [
      UNIT - 1n,
      paid({ to: stranger }),
      "The recipient's account was closed in the meantime. To open it anew you would have to send at least 1 XLM.",
    ],
    [UNIT, paid({ to: stranger, assetCode: "USD", issuer: from }), "The recipient has no account on the network."],
    [1_000_000n * UNIT, paid({}), "The account did not hold enough to send this amount and keep its reserve."],
    [UNIT, paid({ assetCode: "USD", issuer: to }), "The account does not hold this asset."],
    [UNIT, paid({ assetCode: "USD", issuer: from }), "The recipient has not added this asset to their account."],
    [
      UNIT - 1n,
      ({ source }) => ({ type: "create_account", source, to: stranger, amount: String(UNIT - 1n) }),
      "The amount is less than a new account must hold.",
    ],
  ];
  for (const [amount, change, reason] of failures) {
    const { id } = await submit(amount, change);
    const failed = await carryOn(id);
    expect(failed).toMatchObject({ state: "failed", isReserving: false });
    expect(wordsIn("en").said(failed.reason ?? "")).toBe(reason);
  }
});

test("ingestion replayed from an older cursor changes nothing", async () => {
  await ingestAll();
  const rows = database.collection("transactions");
  const state = async () => ({
    rows: await rows.find({}, { sort: { id: 1 } }).toArray(),
    balances: await database
      .collection("balances")
      .find({}, { sort: { id: 1 } })
      .toArray(),
    accounts: await accountCollection(database)
      .find({}, { sort: { _id: 1 }, projection: { version: 0 } })
      .toArray(),
  });
  const before = await state();
  expect(before.rows.length).toBeGreaterThan(10);
  await database
    .collection<{ _id: string }>("cursors")
    .updateOne({ _id: "ledger" }, { $set: { cursor: String(2n << 32n), ledger: 2 } });
  await ingestAll();
  expect(await state()).toEqual(before);
});

test("nothing is kept back once everything is settled", async () => {
  expect(await submissionCollection(database).countDocuments({ isReserving: true })).toBe(0);
  expect(await accountCollection(database).countDocuments({ inFlight: { $ne: null } })).toBe(0);
});
