import { randomBytes } from "node:crypto";
import { Keypair } from "@stellar/stellar-sdk";
import { DATABASE_NAME } from "#server/config.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { allTransactions } from "#tests/faults/money/ledger.ts";
import { eventually } from "#tests/support/app.ts";
import { settingsOf, startMongo, startStellar, steer, type TestStellar } from "#tests/support/embedded.ts";
import { busyness, ratioOf, type Result } from "./results.ts";
import { type BenchWallet, openWallets } from "./recovery-wallets.ts";
import { prepareServer } from "./running-server.ts";
import { untilConfirmed } from "./submissions.ts";

const LEDGER_MS = 1000;
const TIMEOUT_MS = 10 * 60 * 1000;
const AMOUNT = 1_000_000n;
const FEE = 100n;
const INSERTED_AT_ONCE = 100;
const clock = { now: () => new Date() };

interface Scene {
  readonly database: Database;
  readonly stellar: TestStellar;
  readonly wallets: readonly BenchWallet[];
  readonly payee: string;
}

/**
 * Kills a server that has so many payments under way, each of a wallet of its own, and starts it again: how long until it
 * is ready, until the first payment is confirmed and until the last, beside the time that as many take without a kill.
 * Throws unless the ledger holds each of them once.
 */
export async function measureRecovery(payments: number): Promise<Result[]> {
  const [mongo, stellar] = await Promise.all([startMongo(), startStellar({ closeIntervalMs: 0 })]);
  const vaultKey = randomBytes(32);
  const server = await prepareServer({
    MONGODB_URL: mongo.url,
    ...settingsOf(stellar),
    VAULT_KEY: vaultKey.toString("hex"),
    CHANNEL_ACCOUNTS: "0",
  });
  const database = await openDatabase(mongo.url, DATABASE_NAME, 10_000);
  try {
    await server.start();
    const payee = Keypair.random().publicKey();
    await fetch(`${stellar.friendbotUrl}?addr=${payee}`);
    const wallets = await openWallets(database, stellar, vaultKey, payments);
    const scene = { database, stellar, wallets, payee };
    const calm = await undisturbed(scene);
    return await killed(scene, server.restart, calm);
  } finally {
    await database.close();
    await server.close();
    await Promise.all([mongo.stop(), stellar.stop()]);
  }
}

/** Seconds from half of them having been sent until the last is confirmed. */
async function undisturbed(scene: Scene): Promise<number> {
  await untilHalfSent(scene, "calm");
  const from = performance.now();
  const ledgers = keepClosing(scene.stellar);
  await untilConfirmed(scene.database, /^calm-/, scene.wallets.length);
  const seconds = secondsSince(from);
  ledgers.stop();
  await checkPaidOnce(scene, "calm");
  return seconds;
}

/** No ledger closes meanwhile: whatever was sent is still under way. */
async function untilHalfSent(scene: Scene, round: string): Promise<void> {
  await request(scene, round);
  const sent = { idempotencyKey: new RegExp(`^${round}-`), state: "submitted" } as const;
  const half = scene.wallets.length / 2;
  await eventually(async () => (await submissionCollection(scene.database).countDocuments(sent)) >= half, TIMEOUT_MS);
}

async function killed(scene: Scene, restart: () => Promise<void>, calm: number): Promise<Result[]> {
  const { database, stellar, wallets } = scene;
  const submissions = submissionCollection(database);
  const ofKill = { idempotencyKey: /^kill-/ };
  await untilHalfSent(scene, "kill");
  const from = performance.now();
  const restarted = restart();
  const ledgers = keepClosing(stellar);
  const states = await submissions.aggregate([{ $match: ofKill }, { $sortByCount: "$state" }]).toArray();
  await restarted;
  const ready = secondsSince(from);
  await eventually(() => submissions.findOne({ ...ofKill, state: "confirmed" }), TIMEOUT_MS);
  const first = secondsSince(from);
  await untilConfirmed(database, /^kill-/, wallets.length);
  const all = secondsSince(from);
  ledgers.stop();
  await checkPaidOnce(scene, "kill");
  const note = `${states.map(({ _id, count }) => `${count} ${_id}`).join(", ")} at the kill (${busyness()})`;
  return [
    { name: "kill -9 to ready", value: ready, unit: "s", note },
    { name: "kill -9 to the first payment confirmed", value: first, unit: "s", note: `(${busyness()})` },
    ratioOf({
      name: `kill -9 to all of ${wallets.length.toLocaleString("en")} confirmed, each once`,
      unit: "s",
      own: [all],
      other: [calm],
      counterpart: "without a kill",
    }),
  ];
}

/** Every wallet pays once; the memo tells the payment on the ledger. */
async function request({ database, wallets, payee }: Scene, round: string): Promise<void> {
  for (let first = 0; first < wallets.length; first += INSERTED_AT_ONCE) {
    const part = wallets.slice(first, first + INSERTED_AT_ONCE);
    await database.transaction(async (session) => {
      for (const { userId, address: account } of part) {
        const key = `${round}-${userId}`;
        await insertSubmission({ database, clock }, session, {
          userId,
          idempotencyKey: key,
          fingerprint: "",
          kind: "send",
          account,
          steps: [{ type: "payment", source: account, to: payee, ...NATIVE, amount: String(AMOUNT) }],
          memo: key,
          holds: [
            { ...NATIVE, amount: String(AMOUNT) },
            { ...NATIVE, amount: String(FEE) },
          ],
          fee: String(FEE),
          feePayer: null,
          viaChannel: false,
        });
      }
    });
  }
}

async function checkPaidOnce({ stellar, wallets }: Scene, round: string): Promise<void> {
  const transactions = await allTransactions(stellar.horizonUrl);
  const paid = Map.groupBy(
    transactions.filter(({ isSuccessful }) => isSuccessful),
    ({ memo }) => memo,
  );
  for (const { userId } of wallets) {
    const times = paid.get(`${round}-${userId}`)?.length ?? 0;
    if (times !== 1) throw new Error(`the payment of ${userId} was made ${times} times`);
  }
}

/** Closes a ledger every second from now on. */
function keepClosing(stellar: TestStellar): { stop(): void } {
  const timer = setInterval(() => void steer(stellar, "/close").catch(() => undefined), LEDGER_MS);
  return { stop: () => clearInterval(timer) };
}

function secondsSince(from: number): number {
  return (performance.now() - from) / 1000;
}
