import { Account, Keypair, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { programCollection, PROGRAM_KIND, PROGRAMS, type ProgramDocument } from "#server/affiliate/store.ts";
import { readTerms, REWARD_KIND, rewardCollection, REWARDS, runCollection } from "#server/affiliate/store.ts";
import { writeTerms } from "#server/affiliate/terms.ts";
import { accountCollection, insertAccount } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { createSecurity } from "#server/users/index.ts";
import { openProgramme } from "#tests/support/affiliate-scenes.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";
import { listAt } from "#tests/support/spending.ts";
import { openPlainClient } from "./plain-client.ts";
import { quantile, ratioOf, type Result } from "./results.ts";

const AT_ONCE = 5000;
const CHANNELS = 20;
const VISITS = 2000;
const PER_TRANSACTION = 100;
/** What one account of the faucet can open. */
const PER_FUNDER = 5000;
const TIMEOUT_MS = 30 * 60 * 1000;
const AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

interface Size {
  /** People who were brought, and payouts of one run. */
  readonly referred: number;
  readonly payouts: number;
}

/** How long a link takes to lead on while so many people were brought, and how fast a run is paid through channels beside a plain client. */
export async function measureAffiliate(
  { referred, payouts }: Size,
  say: (results: readonly Result[]) => void,
): Promise<void> {
  const app = await startTestApp({
    closeIntervalMs: 1000,
    house: { channels: CHANNELS },
    trustedProxies: ["127.0.0.1"],
    readsPrices: false,
  });
  try {
    await openProgramme(app.runtime);
    await plantPlaces(app, referred);
    say(await measureClicks(app, referred));
    say([await measureRun(app, payouts)]);
  } finally {
    await app.stop();
  }
}

async function plantPlaces({ database, clock }: TestApp, count: number): Promise<void> {
  for (let from = 1; from <= count; from += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - from + 1) }, (_, index) =>
      placeOf(from + index, clock.now()),
    );
    await programCollection(database).insertMany(
      places.map((place) => ({ ...place, seal: sealRow(database, PROGRAM_KIND, place) })),
      { ordered: false },
    );
  }
  await database
    .collection<{ _id: string }>("counters")
    .updateOne({ _id: PROGRAMS }, { $set: { value: count } }, { upsert: true });
}

/** Everybody was brought by somebody among the first thousand. */
function placeOf(id: number, joinedAt: Date): ProgramDocument {
  const code = `bench${String(id).padStart(8, "0")}`;
  const referrerId = id > 1000 ? (id % 1000) + 1 : null;
  const zero = "0.0000000";
  return {
    id,
    uid: `place-${id}`,
    userId: 1_000_000 + id,
    revision: 1,
    deleted: false,
    affiliateCode: code,
    referralLink: `/r/${code}`,
    codes: [code],
    isRenamed: false,
    clickCount: 0,
    signupCount: 0,
    rewardAsset: "USD",
    pendingReward: zero,
    payableReward: zero,
    payingReward: zero,
    totalEarned: zero,
    lastPayout: null,
    waits: "",
    days: [],
    joinedAt,
    collected: "0",
    referrerId,
    above: referrerId === null ? [] : [referrerId],
    isToldAbove: true,
  };
}

async function measureClicks(app: TestApp, referred: number): Promise<Result[]> {
  const url = await app.listen();
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const id = 1 + ((visit * 7919) % referred);
    const from = `198.${18 + (visit >> 14)}.${(visit >> 7) & 127}.${visit & 127}`;
    const headers = { "user-agent": AGENT, "x-forwarded-for": from };
    const began = performance.now();
    const answer = await fetch(`${url}/r/bench${String(id).padStart(8, "0")}`, { headers, redirect: "manual" });
    times.push(performance.now() - began);
    if (answer.status !== 302 || answer.headers.getSetCookie().length !== 1)
      throw new Error(`a visit was answered ${answer.status}`);
  }
  const people = referred.toLocaleString("en-US");
  const note = `${VISITS} visits, one after the other`;
  return [
    {
      name: `click to redirect, ${people} people referred, p95 (goal 20)`,
      value: quantile(times, 0.95),
      unit: "ms",
      note,
    },
    { name: `click to redirect, ${people} people referred, middle`, value: quantile(times, 0.5), unit: "ms", note },
  ];
}

async function measureRun(app: TestApp, payouts: number): Promise<Result> {
  const { database, runtime, clock } = app;
  await eventually(
    async () => (await accountCollection(database).countDocuments({ role: "channel", exists: true })) === CHANNELS,
    TIMEOUT_MS,
  );
  await openWallets(app, payouts);
  await plantRewards(app, payouts);
  const each = Math.max(5, Math.floor(payouts / CHANNELS / 20));
  const client = await openPlainClient(app.stellar, CHANNELS);
  const other = [await client.pay(each)];
  await listAt(database, NATIVE, { usd: "10", xlm: "1" }, new Date(clock.now().getTime() + 3_600_000));
  const operator = await aConfirmedAdmin(app);
  await openRoom(runtime);
  const began = performance.now();
  const answer = await askAs(app, operator, "POST", "/api/admin/affiliate/runs", { reason: "measured" });
  if (answer.status !== 202) throw new Error(`the run was refused: ${JSON.stringify(answer.body)}`);
  await eventually(async () => {
    const paid = await database.collection("affiliate_payouts").countDocuments({ status: "paid" });
    return paid === payouts && (await runCollection(database).findOne({ state: "done" }));
  }, TIMEOUT_MS);
  const own = [(payouts * 1000) / (performance.now() - began)];
  const name = `payout run of ${payouts.toLocaleString("en-US")} through ${CHANNELS} channels`;
  return ratioOf({ name, unit: "/s", own, other, counterpart: "of a plain SDK client" });
}

/** No second operator is asked for what is measured. */
async function openRoom({ database }: TestApp["runtime"]): Promise<void> {
  await database.transaction(async (session) => {
    const stored = await readTerms(database, session);
    await writeTerms(database, session, stored, { fourEyesAbove: "1000000", minPayout: "0.5" });
  });
}

/** Wallets on the ledger for the first so many places. */
async function openWallets({ database, stellar }: TestApp, count: number): Promise<void> {
  const addresses = Array.from({ length: count }, () => Keypair.random().publicKey());
  for (let from = 0; from < count; from += PER_TRANSACTION)
    await database.transaction(async (session) => {
      for (const [index, address] of addresses.slice(from, from + PER_TRANSACTION).entries()) {
        const userId = 1_000_001 + from + index;
        await insertAccount(database, session, address, userId, "wallet");
        await createSecurity({ database }, session, userId);
      }
    });
  for (let from = 0; from < count; from += PER_FUNDER)
    await openOnLedger(stellar, addresses.slice(from, from + PER_FUNDER));
  await eventually(
    async () => (await accountCollection(database).countDocuments({ _id: { $in: addresses }, exists: true })) === count,
    TIMEOUT_MS,
  );
}

/** By one account of the faucet's, a hundred in each transaction. */
async function openOnLedger(stellar: TestApp["stellar"], addresses: readonly string[]): Promise<void> {
  const node = new rpc.Server(stellar.rpcUrl, { allowHttp: true });
  const keys = Keypair.random();
  await fetch(`${stellar.friendbotUrl}?addr=${keys.publicKey()}`);
  const { seqNum } = await node.getAccountEntry(keys.publicKey());
  const funder = new Account(keys.publicKey(), String(seqNum));
  for (let from = 0; from < addresses.length; from += PER_TRANSACTION) {
    const builder = new TransactionBuilder(funder, { fee: "1000", networkPassphrase: stellar.passphrase });
    for (const destination of addresses.slice(from, from + PER_TRANSACTION))
      builder.addOperation(Operation.createAccount({ destination, startingBalance: "1" }));
    const transaction = builder.setTimeout(300).build();
    transaction.sign(keys);
    const { hash } = await node.sendTransaction(transaction);
    const found = await node.pollTransaction(hash, { attempts: 100, sleepStrategy: () => 100 });
    if (found.status !== "SUCCESS") throw new Error(`accounts were not opened: ${found.status}`);
  }
}

async function plantRewards({ database, clock }: TestApp, count: number): Promise<void> {
  const at = clock.now();
  for (let from = 1; from <= count; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from + 1) }, (_, index) => {
      const id = from + index;
      const of = {
        affiliateId: id,
        userId: 1_000_000 + id,
        referredId: id,
        referredUserId: 1_000_000 + id,
        through: [id],
      };
      const money = { fee: "100000000", ...NATIVE, value: "20", version: 1, amount: "10000000" };
      const standing = {
        state: "payable" as const,
        signals: [],
        cover: "0",
        isCovered: true,
        payoutId: null,
        reason: "",
      };
      return {
        id,
        kind: "fee" as const,
        eventId: `bench ${id}`,
        level: 1,
        ...of,
        ...money,
        at,
        heldUntil: at,
        ...standing,
      };
    });
    await rewardCollection(database).insertMany(
      rows.map((row) => ({ ...row, seal: sealRow(database, REWARD_KIND, row) })),
      { ordered: false },
    );
  }
  await database
    .collection<{ _id: string }>("counters")
    .updateOne({ _id: REWARDS }, { $set: { value: count } }, { upsert: true });
}
