import { Account, Asset, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spentOn } from "#server/platform/house/budget.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { HOUSE_USER, submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import { steer } from "#tests/support/embedded.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { DEATHS } from "./crash-points.ts";
import { DeadError, Life } from "./mortal.ts";
import { startProcess } from "./processes.ts";

const UNIT = 10_000_000n;
const SURGE = 5000n;
/** A quarter more than what was paid of late. */
const BID = 6250n;
let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test("while others fill every ledger a payment is outbid, then wrapped in the bid that the network tells of", async () => {
  const node = new rpc.Server(world.stellar.rpcUrl, { allowHttp: true });
  const [from, to, rich] = [await world.wallet(1), await world.wallet(2), await world.stranger()];
  const own = (await node.getAccountEntry(rich.publicKey())).seqNum;
  const account = new Account(rich.publicKey(), String(own));
  const outbid = async (fee: bigint) => {
    const toSelf = Operation.payment({ destination: rich.publicKey(), asset: Asset.native(), amount: "1" });
    const terms = { fee: String(fee), networkPassphrase: world.stellar.passphrase };
    const bid = new TransactionBuilder(account, terms).addOperation(toSelf).addOperation(toSelf).setTimeout(0).build();
    bid.sign(rich);
    expect((await node.sendTransaction(bid)).status).toBe("PENDING");
    await world.close();
  };
  // One transaction of two operations fits into a ledger.
  await steer(world.stellar, "/upgrade", { maxTxSetSize: 2 });
  expect(await world.network.feeBid()).toBe(100n);
  const before = BigInt((await accountCollection(world.database).findOne({ _id: from }))?.balance ?? 0);
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: 1,
      idempotencyKey: "surge-0123456789",
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [{ type: "payment", source: from, to, ...NATIVE, amount: String(UNIT) }],
      memo: "",
      holds: [
        { ...NATIVE, amount: String(UNIT) },
        { ...NATIVE, amount: "100" },
      ],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  const read = () => submissionCollection(world.database).findOne({ id });
  await advanceOpen(world.deps);
  for (let ledger = 0; ledger < 2; ledger += 1) {
    expect(await read()).toMatchObject({ state: "submitted", fee: "100" });
    await outbid(SURGE);
    await advanceOpen(world.deps);
  }
  expect(await world.network.feeBid()).toBe(BID);
  // A fee bump counts as one operation more.
  expect(await read()).toMatchObject({ state: "submitted", rebuilds: 0, fee: String(2n * BID) });
  // It wins against whoever bids what was paid before.
  await outbid(SURGE);
  await world.settle();
  expect(await read()).toMatchObject({ state: "confirmed", rebuilds: 0, isReserving: false });
  const after = BigInt((await accountCollection(world.database).findOne({ _id: from }))?.balance ?? 0);
  expect(before - after).toBe(UNIT + 2n * BID);
  expect(await world.rows(2)).toHaveLength(2);
});

/** A payment of one XLM that bids 100 stroops, and may come to bid `most`. */
async function aPayment(userId: number, most: bigint, meanwhile = () => Promise.resolve()): Promise<number> {
  const [from, to] = [await world.wallet(userId), await world.wallet(2)];
  await meanwhile();
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId,
      idempotencyKey: `surge-of-${userId}-0123456789`,
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [{ type: "payment", source: from, to, ...NATIVE, amount: String(UNIT) }],
      memo: "",
      holds: [
        { ...NATIVE, amount: String(UNIT) },
        { ...NATIVE, amount: "100" },
      ],
      fee: "100",
      feeLimit: String(most),
      feePayer: null,
      viaChannel: false,
    }),
  );
  return id;
}

/** Strangers who bid so much for each of a queue's places. */
async function fillQueue(bid: bigint): Promise<void> {
  const node = new rpc.Server(world.stellar.rpcUrl, { allowHttp: true });
  for (let place = 0; place < 2; place += 1) {
    const rich = await world.stranger();
    await world.close();
    const { seqNum } = await node.getAccountEntry(rich.publicKey());
    const account = new Account(rich.publicKey(), String(seqNum));
    const toSelf = Operation.payment({ destination: rich.publicKey(), asset: Asset.native(), amount: "1" });
    const terms = { fee: String(bid), networkPassphrase: world.stellar.passphrase };
    const transaction = new TransactionBuilder(account, terms).addOperation(toSelf).setTimeout(0).build();
    transaction.sign(rich);
    waiting.push(transaction);
  }
  for (const transaction of waiting.splice(0)) expect((await node.sendTransaction(transaction)).status).toBe("PENDING");
}

/** A network of which nobody says yet that it asks for more. */
const bidding = (bid: bigint) => ({ ...world.deps, network: { ...world.network, feeBid: () => Promise.resolve(bid) } });

const waiting: ReturnType<TransactionBuilder["build"]>[] = [];

async function submissionOf(id: number) {
  const found = await submissionCollection(world.database).findOne({ id });
  if (!found) throw new Error(`submission ${id} is gone`);
  return found;
}

test("what a full queue refuses for its bid goes out at once with the least that would do, in the same transaction", async () => {
  const id = await aPayment(31, 10_000n, async () => {
    await steer(world.stellar, "/upgrade", { maxTxSetSize: 1 });
    await fillQueue(900n);
  });
  const { account } = await submissionOf(id);
  const balanceOf = async () =>
    BigInt((await accountCollection(world.database).findOne({ _id: account }))?.balance ?? 0);
  const before = await balanceOf();
  await advanceOpen(bidding(100n));
  const raised = await submissionOf(id);
  // A fee bump is two operations of 901.
  expect(raised).toMatchObject({ state: "submitted", rebuilds: 0, fee: "1802", sends: 2 });
  expect(raised.holds.at(-1)).toEqual({ ...NATIVE, amount: "1702" });
  expect(raised.formerHashes).toEqual([raised.attempt?.innerHash]);
  await steer(world.stellar, "/upgrade", { maxTxSetSize: 1000 });
  await world.settle();
  expect(await submissionOf(id)).toMatchObject({ state: "confirmed", rebuilds: 0, isReserving: false });
  // Its two hashes are of one transaction.
  const contradicted = { checkId: "submission-contradicted", subject: String(id) };
  expect(await world.database.collection("system_issues").countDocuments(contradicted)).toBe(0);
  // The network takes its least fee where there is room, of a fee bump for one operation more.
  expect(before - (await balanceOf())).toBe(UNIT + 200n);
});

test("what waits while others bid more takes its own place for ten times the bid, and never more than was agreed to", async () => {
  const [able, unable] = [await aPayment(32, 10_000n), await aPayment(33, 1000n)];
  await steer(world.stellar, "/upgrade", { maxTxSetSize: 1 });
  await advanceOpen(bidding(100n));
  for (const id of [able, unable]) expect(await submissionOf(id)).toMatchObject({ state: "submitted", fee: "100" });
  world.clock.advance(6000);
  await advanceOpen(bidding(800n));
  expect(await submissionOf(able)).toMatchObject({ state: "submitted", fee: "2000", rebuilds: 0 });
  expect(await submissionOf(unable)).toMatchObject({ state: "submitted", fee: "100" });
  await steer(world.stellar, "/upgrade", { maxTxSetSize: 1000 });
  await world.settle();
  for (const id of [able, unable]) expect(await submissionOf(id)).toMatchObject({ state: "confirmed", rebuilds: 0 });
});

test("whatever dies while a bid is raised, what was sent is paid once", async () => {
  let raised = 0;
  for (let at = 1; ; at += 1) {
    const id = await aPayment(40 + at, 10_000n);
    await advanceOpen(bidding(100n));
    world.clock.advance(6000);
    const life = new Life({ ...DEATHS, at });
    const { work } = startProcess({ ...world, network: bidding(800n).network }, life);
    await work().catch((error: unknown) => {
      if (!(error instanceof DeadError)) throw error;
    });
    await world.settle();
    const paid = await submissionOf(id);
    expect(paid, `${life.metAt}`).toMatchObject({ state: "confirmed", rebuilds: 0, isReserving: false });
    if (paid.attempt?.innerHash !== null) raised += 1;
    const rows = (await world.rows(2)).filter(({ from }) => from === paid.account);
    expect(rows, `${life.metAt}`).toHaveLength(1);
    if (life.metAt === null) break;
  }
  expect(raised).toBeGreaterThan(2);
});

/** A payment of which the house pays the fee, 200 stroops, with a budget of so much a day. */
async function sponsored(userId: number, dailyFeeStroops: bigint) {
  const [from, to, sponsor] = [
    await world.wallet(userId),
    await world.wallet(2),
    await world.wallet(HOUSE_USER, "channel"),
  ];
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId,
      idempotencyKey: `sponsored-${userId}-0123456789`,
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [{ type: "payment", source: from, to, ...NATIVE, amount: String(UNIT) }],
      memo: "",
      holds: [{ ...NATIVE, amount: String(UNIT) }],
      fee: "200",
      // Whatever they agreed to pay themself.
      feeLimit: "90000000",
      feePayer: sponsor,
      viaChannel: false,
    }),
  );
  const house = { ...world.runtime.config.house, dailyFeeStroops };
  const runtime = { ...world.runtime, config: { ...world.runtime.config, house } };
  const raising = async (bid: bigint) => {
    world.clock.advance(6000);
    await advanceOpen({ ...bidding(bid), runtime });
  };
  return { id, from, sponsor, raising };
}

const budgetSpent = async () => (await spentOn(world.database, "fees", [world.clock.now()]))[0] ?? 0n;
const balanceOf = async (address: string) =>
  BigInt((await accountCollection(world.database).findOne({ _id: address }))?.balance ?? 0);

test("a fee that the house pays is raised by its own signature, once, tenfold, out of its budget", async () => {
  const { id, from, sponsor, raising } = await sponsored(81, 1800n);
  const [before, sponsorBefore, spent] = [await balanceOf(from), await balanceOf(sponsor), await budgetSpent()];
  await raising(100n);
  const first = await submissionOf(id);
  await raising(800n);
  const raised = await submissionOf(id);
  expect(raised).toMatchObject({ state: "submitted", fee: "2000", holds: first.holds, rebuilds: 0 });
  expect(raised.attempt?.innerHash).toBe(first.attempt?.innerHash);
  expect((await budgetSpent()) - spent).toBe(1800n);
  await raising(9000n);
  expect((await submissionOf(id)).fee).toBe("2000");
  await world.settle();
  expect(await submissionOf(id)).toMatchObject({ state: "confirmed", rebuilds: 0, isReserving: false });
  expect(before - (await balanceOf(from))).toBe(UNIT);
  expect(sponsorBefore - (await balanceOf(sponsor))).toBeLessThanOrEqual(2000n);
});

test("it is not raised past the budget of the day, nor on a later day than it was taken from", async () => {
  const { id, raising } = await sponsored(82, (await budgetSpent()) + 1799n);
  await raising(100n);
  await raising(800n);
  expect(await submissionOf(id)).toMatchObject({ state: "submitted", fee: "200" });
  await world.settle();
  expect(await submissionOf(id)).toMatchObject({ state: "confirmed" });
  const former = await sponsored(83, 10_000n);
  await former.raising(100n);
  world.clock.advance(24 * 3600 * 1000);
  await former.raising(800n);
  expect((await submissionOf(former.id)).fee).toBe("200");
  expect(await budgetSpent()).toBe(0n);
});

test("whatever dies while the house raises its bid, it is paid once, and the budget has it once", async () => {
  let raised = 0;
  for (let at = 1; ; at += 1) {
    const { id, from, raising } = await sponsored(100 + at, 10_000_000n);
    await raising(100n);
    world.clock.advance(6000);
    const spent = await budgetSpent();
    const life = new Life({ ...DEATHS, at });
    const house = { ...world.runtime.config.house, dailyFeeStroops: 10_000_000n };
    const runtime = { ...world.runtime, config: { ...world.runtime.config, house } };
    const { work } = startProcess({ ...world, runtime, network: bidding(800n).network }, life);
    await work().catch((error: unknown) => {
      if (!(error instanceof DeadError)) throw error;
    });
    await world.settle();
    const paid = await submissionOf(id);
    expect(paid, `${life.metAt}`).toMatchObject({ state: "confirmed", rebuilds: 0, isReserving: false });
    expect((await budgetSpent()) - spent, `${life.metAt}`).toBe(BigInt(paid.fee) - 200n);
    if (paid.fee === "2000") raised += 1;
    const rows = (await world.rows(2)).filter((row) => row["from"] === from);
    expect(rows, `${life.metAt}`).toHaveLength(1);
    if (life.metAt === null) break;
  }
  expect(raised).toBeGreaterThan(2);
});
