import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { formatAmount } from "#schemas/values/money.ts";
import { writeSecurity } from "#server/users/index.ts";
import { type AffiliateWorld, type Person, startAffiliateWorld, UNIT } from "#tests/support/affiliate-world.ts";
import { bookEvents } from "./book-rewards.ts";
import { reverseReward, dismissSignal } from "./decide.ts";
import { dueNow } from "./due.ts";
import { bindReferral, join, renameCode } from "./programs.ts";
import { giveUpRewards } from "./give-up.ts";
import { nextPayout } from "./schedule.ts";
import {
  eventCollection,
  payoutCollection,
  programCollection,
  readTerms,
  rewardCollection,
  RUN_KIND,
  runCollection,
  signalCollection,
} from "./store.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { addOperator } from "#tests/support/operators.ts";

const RUNNING = new AbortController().signal;
let world: AffiliateWorld;

beforeAll(async () => {
  world = await startAffiliateWorld();
}, 120_000);
afterAll(() => world.stop());
beforeEach(async () => {
  await world.setTerms();
  await world.setPrice("0.25");
});

let operators = 900_000;

async function anOperator(): Promise<number> {
  operators += 1;
  await addOperator(world.database, operators);
  return operators;
}

async function rewardsOf({ userId }: Person) {
  return rewardCollection(world.database)
    .find({ userId }, { sort: { id: 1 } })
    .toArray();
}

/** Begins a run of all that is due, without an operator. */
async function begin(limit?: bigint) {
  const { database, clock } = world;
  const terms = await readTerms(database, null);
  const due = await dueNow(database, terms ?? { minPayout: "0" }, null);
  const id = (await runCollection(database).countDocuments()) + 1;
  const at = clock.now();
  const run = { id, at, until: at, operatorId: null, limit: formatAmount(limit ?? due.amount) };
  const rest = { state: "paying" as const, amount: "0.0000000", payouts: 0, waits: "", place: 0 };
  await runCollection(database).insertOne({ ...run, ...rest, seal: sealRow(database, RUN_KIND, { ...run, ...rest }) });
}

test("a link is given once, renamed once, and is nobody else's for good", async () => {
  const [ana, ben] = [await world.person(), await world.person()];
  const both = await Promise.all([join(world.runtime, ana.userId), join(world.runtime, ana.userId)]);
  expect(both.map(({ affiliateCode }) => affiliateCode)).toEqual([ana.code, ana.code]);
  expect(ana.code).toMatch(/^[a-z2-9]{8}$/);
  const renamed = await renameCode(world.runtime, ana.userId, "ana-stars");
  expect(renamed).toEqual({ affiliateCode: "ana-stars", referralLink: "/r/ana-stars" });
  await expect(renameCode(world.runtime, ana.userId, "ana-moons")).rejects.toMatchObject({
    code: "affiliate-code-renamed",
  });
  for (const taken of ["ana-stars", ana.code])
    await expect(renameCode(world.runtime, ben.userId, taken)).rejects.toMatchObject({ code: "affiliate-code-taken" });
  const cleo = await world.person({ ...ana });
  expect((await world.program(cleo)).referrerId).toBe((await world.program(ana)).id);
});

test("whoever signs up is bound below whoever brought them, and to nobody while the programme is closed", async () => {
  const ana = await world.person();
  const ben = await world.person(ana);
  const cleo = await world.person(ben);
  const [a, b, c] = [await world.program(ana), await world.program(ben), await world.program(cleo)];
  expect([b.referrerId, c.referrerId]).toEqual([a.id, b.id]);
  expect(c.above).toEqual([b.id, a.id]);
  expect(a.id < b.id && b.id < c.id).toBe(true);
  await world.setTerms({ active: false });
  await world.database.transaction((session) =>
    bindReferral(world.runtime, session, 990, { code: ana.code, clickId: "" }),
  );
  expect(await programCollection(world.database).findOne({ userId: 990 })).toBeNull();
  await expect(join(world.runtime, 990)).rejects.toMatchObject({ code: "affiliate-closed" });
});

test("a collected fee earns each level its share, rounded down, once however often it is read", async () => {
  const ana = await world.person();
  const ben = await world.person(ana);
  const cleo = await world.person(ben);
  await world.payFee(cleo, 12_345_679n);
  await world.carryOn();
  const worth = (12_345_679n * 25n) / 100n;
  const [own] = await rewardsOf(ben);
  const [upper] = await rewardsOf(ana);
  expect(own).toMatchObject({ kind: "fee", level: 1, state: "pending", amount: String((worth * 20n) / 100n) });
  expect(upper).toMatchObject({ level: 2, amount: String((worth * 5n) / 100n), eventId: own?.eventId });
  expect((await world.program(cleo)).collected).toBe(String(worth));
  for (let turn = 0; turn < 10; turn += 1) {
    await eventCollection(world.database).updateMany({ userId: cleo.userId }, { $set: { isBooked: false } });
    await bookEvents(world.runtime, RUNNING);
  }
  expect([...(await rewardsOf(ben)), ...(await rewardsOf(ana))]).toHaveLength(2);
});

test("who was brought by nobody, and a programme that is closed, earn nobody anything", async () => {
  const ana = await world.person();
  const ben = await world.person(ana);
  await world.payFee(ana, UNIT);
  await world.setTerms({ active: false });
  await world.payFee(ben, UNIT);
  await world.carryOn();
  expect(await rewardsOf(ana)).toEqual([]);
  expect(await eventCollection(world.database).countDocuments({ userId: ana.userId })).toBe(0);
});

test("a flat reward is for the first deposit alone, and payable once twice as much was collected", async () => {
  await world.setTerms({ rewardType: "flat", levels: ["0.5", "0.1"], holdDays: 0 });
  const ana = await world.person();
  const ben = await world.person(ana);
  await world.deposit(ben, 10n * UNIT);
  await world.deposit(ben, 10n * UNIT);
  await world.carryOn();
  const [first, ...more] = await rewardsOf(ana);
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    kind: "first",
    amount: "5000000",
    state: "pending",
    isCovered: false,
    cover: "12000000",
  });
  await world.payFee(ben, 4n * UNIT);
  await world.carryOn();
  expect(await rewardsOf(ana)).toMatchObject([{ state: "pending", isCovered: false }]);
  await world.payFee(ben, UNIT);
  await world.carryOn();
  expect(await rewardsOf(ana)).toMatchObject([{ state: "payable", isCovered: true }]);
});

test("while no price is known nothing is booked as dollars; with one it is, once", async () => {
  const ana = await world.person();
  const ben = await world.person(ana);
  await world.setPrice(null);
  await world.payFee(ben, UNIT);
  await world.carryOn(30);
  expect(await rewardsOf(ana)).toMatchObject([{ state: "unpriced", amount: null }]);
  await world.setPrice("0.5");
  await world.carryOn(30);
  await world.carryOn(30);
  expect(await rewardsOf(ana)).toMatchObject([{ state: "payable", amount: "1000000" }]);
  expect((await world.program(ben)).collected).toBe("5000000");
});

test("what was held long enough is paid in XLM at the price of then, and below the least it is carried over", async () => {
  const [ana, eva] = [await world.person(), await world.person()];
  const ben = await world.person(ana);
  const finn = await world.person(eva);
  await world.payFee(ben, 40n * UNIT);
  await world.payFee(finn, UNIT);
  await world.carryOn();
  expect(await rewardsOf(ana)).toMatchObject([{ state: "pending" }]);
  await world.carryOn(15);
  expect(await rewardsOf(ana)).toMatchObject([{ state: "payable", amount: "20000000" }]);
  const before = await world.balance(ana.address);
  await world.setPrice("0.5");
  await begin();
  await world.pay();
  await world.carryOn();
  expect((await world.balance(ana.address)) - before).toBe(4n * UNIT);
  const payout = await payoutCollection(world.database).findOne({ userId: ana.userId });
  expect(payout).toMatchObject({ amount: "2.0000000", price: "0.5", paid: "4.0000000", asset: "XLM", status: "paid" });
  expect(payout?.transactionId).not.toBeNull();
  expect(await rewardsOf(ana)).toMatchObject([{ state: "paid", payoutId: payout?.id }]);
  expect(await rewardsOf(eva)).toMatchObject([{ state: "payable", payoutId: null }]);
  expect(await world.program(ana)).toMatchObject({ totalEarned: "2.0000000", payableReward: "0.0000000" });
  const [row] = (await world.rows(ana.userId)).filter(({ type }) => type === "affiliate_reward");
  expect(row).toMatchObject({ amount: "4.0000000", hash: payout?.hash });
  expect(
    await world.database.collection("notifications").countDocuments({ userId: ana.userId, kind: "affiliate-paid" }),
  ).toBe(1);
});

test("a run pays no more than was agreed to, and no second one begins meanwhile", async () => {
  await world.setTerms({ holdDays: 0 });
  const [ana, eva] = [await world.person(), await world.person()];
  for (const by of [ana, eva]) await world.payFee(await world.person(by), 40n * UNIT);
  await world.carryOn();
  await begin(25_000_000n);
  await expect(begin()).rejects.toThrow(/duplicate key/);
  await world.pay();
  expect(
    (await rewardsOf(ana))
      .concat(await rewardsOf(eva))
      .map(({ state }) => state)
      .toSorted(),
  ).toEqual(["paid", "payable"]);
  expect(await runCollection(world.database).findOne({}, { sort: { id: -1 } })).toMatchObject({
    state: "done",
    payouts: 1,
  });
  await begin();
  await world.pay();
});

test("what was paid and is taken back is less of the next payouts; what was not is not paid", async () => {
  await world.setTerms({ holdDays: 0 });
  const operatorId = await anOperator();
  const ana = await world.person();
  const ben = await world.person(ana);
  await world.payFee(ben, 40n * UNIT);
  await world.carryOn();
  await begin();
  await world.pay();
  const [paid] = await rewardsOf(ana);
  const back = { operatorId, id: paid?.id ?? 0, reason: "it was one person" };
  await reverseReward(world.runtime, back);
  await expect(reverseReward(world.runtime, back)).rejects.toMatchObject({ code: "affiliate-reward-over" });
  await world.payFee(ben, 60n * UNIT);
  await world.payFee(ben, 10n * UNIT);
  await world.carryOn();
  const unpaid = (await rewardsOf(ana)).filter(({ kind, state }) => kind === "fee" && state === "payable");
  expect(unpaid.map(({ amount }) => amount)).toEqual(["30000000", "5000000"]);
  await reverseReward(world.runtime, { ...back, id: unpaid[1]?.id ?? 0 });
  await begin();
  await world.pay();
  const payouts = await payoutCollection(world.database)
    .find({ userId: ana.userId }, { sort: { id: 1 } })
    .toArray();
  expect(payouts.map(({ amount, status }) => [amount, status])).toEqual([
    ["2.0000000", "paid"],
    ["1.0000000", "paid"],
  ]);
  const sum = (await rewardsOf(ana)).reduce((total, { amount }) => total + BigInt(amount ?? 0), 0n);
  expect(sum).toBe(30_000_000n);
  const acts = await world.database.collection("operator_actions").find({ operatorId }).toArray();
  expect(acts.map(({ action }) => action)).toEqual(["reverse-reward", "reverse-reward"]);
});

test("who is funded by whoever brought them has the reward held and told, never gone, until an operator lets it go", async () => {
  await world.setTerms({ holdDays: 0 });
  const operatorId = await anOperator();
  const ana = await world.person();
  const ben = await world.person(ana);
  await world.payFee(ben, 20n * UNIT);
  await world.carryOn();
  expect(await rewardsOf(ana)).toMatchObject([{ state: "payable", signals: [] }]);
  const gift = { destination: ben.address, asset: Asset.native(), amount: "5" };
  await world.apply([ana.keys], [Operation.payment(gift)]);
  await world.ingest();
  await world.payFee(ben, 20n * UNIT);
  await world.carryOn();
  expect((await rewardsOf(ana)).map(({ signals }) => signals)).toEqual([["funding-source"], ["funding-source"]]);
  expect((await world.program(ana)).waits).toBe("checked");
  expect(await dueNow(world.database, { minPayout: "0" }, null)).toMatchObject({ payouts: expect.any(Number) });
  await begin(1000n * UNIT);
  await world.pay();
  expect(await payoutCollection(world.database).countDocuments({ userId: ana.userId })).toBe(0);
  const signal = await signalCollection(world.database).findOne({ userId: ana.userId });
  await dismissSignal(world.runtime, { operatorId, id: signal?.id ?? 0, reason: "they are siblings" });
  await world.payFee(ben, 20n * UNIT);
  await world.carryOn();
  expect((await rewardsOf(ana)).map(({ signals, state }) => [signals, state])).toEqual([
    [[], "payable"],
    [[], "payable"],
    [[], "payable"],
  ]);
  await begin();
  await world.pay();
  expect(await payoutCollection(world.database).countDocuments({ userId: ana.userId, status: "paid" })).toBe(1);
});

test("freezing somebody has what came through them wait, told why, and nobody else's", async () => {
  await world.setTerms({ holdDays: 0 });
  const ana = await world.person();
  const ben = await world.person(ana);
  const cleo = await world.person(ben);
  await world.payFee(cleo, 40n * UNIT);
  await world.carryOn();
  const freeze = (isFrozen: boolean) =>
    world.database.transaction((session) => writeSecurity(world.runtime, session, ben.userId, { isFrozen }));
  await freeze(true);
  await begin();
  await world.pay();
  await world.carryOn();
  expect(await rewardsOf(ana)).toMatchObject([{ state: "payable" }]);
  expect((await world.program(ana)).waits).toBe("frozen");
  await freeze(false);
  await begin();
  await world.pay();
  expect(await rewardsOf(ana)).toMatchObject([{ state: "paid" }]);
});

test("many sign-ups of one link within an hour are a signal", async () => {
  await world.setTerms({ holdDays: 0 });
  const ana = await world.person();
  const brought = [];
  for (let turn = 0; turn < 11; turn += 1) brought.push(await world.person(ana));
  await world.payFee(brought[0] ?? ana, 40n * UNIT);
  await world.carryOn();
  expect(await rewardsOf(ana)).toMatchObject([{ signals: ["burst"] }]);
  expect((await world.program(ana)).signupCount).toBe(11);
}, 60_000);

test("where the house has too little a run waits, operators are told, and it goes on by itself", async () => {
  await world.setTerms({ holdDays: 0 });
  const ana = await world.person();
  await world.payFee(await world.person(ana), 40n * UNIT);
  await world.carryOn();
  await world.setPrice("0.00001");
  await begin();
  await world.pay();
  const run = () => runCollection(world.database).findOne({}, { sort: { id: -1 } });
  expect(await run()).toMatchObject({ state: "paying", waits: expect.stringContaining("balance-too-low") });
  const issues = world.database.collection("system_issues");
  expect(await issues.findOne({ checkId: "affiliate-rewards-low" })).toMatchObject({ status: "active" });
  expect(await rewardsOf(ana)).toMatchObject([{ state: "payable" }]);
  await world.setPrice("0.25");
  await world.pay();
  await world.pay();
  expect(await run()).toMatchObject({ state: "done", waits: "" });
  expect(await rewardsOf(ana)).toMatchObject([{ state: "paid" }]);
  expect(await issues.findOne({ checkId: "affiliate-rewards-low" })).toMatchObject({ status: "resolved" });
});

test("our clock earns nobody anything: what is held is held by the network's time", async () => {
  const ana = await world.person();
  await world.payFee(await world.person(ana), 40n * UNIT);
  world.clock.advance(40 * 86_400_000);
  await world.carryOn(13);
  expect(await rewardsOf(ana)).toMatchObject([{ state: "pending", amount: "20000000" }]);
  world.clock.advance(-40 * 86_400_000);
  await world.carryOn(15);
  expect(await rewardsOf(ana)).toMatchObject([{ state: "payable", amount: "20000000" }]);
});

test("whoever closes their account is paid no more, and owed nothing", async () => {
  await world.setTerms({ holdDays: 0 });
  const ana = await world.person();
  await world.payFee(await world.person(ana), 40n * UNIT);
  await world.carryOn();
  await world.database.transaction((session) => giveUpRewards(world.runtime, session, ana.userId));
  expect(await rewardsOf(ana)).toMatchObject([{ state: "reversed" }]);
});

test("a row that was written past the server earns nothing and is not paid", async () => {
  await world.setTerms({ holdDays: 0 });
  const ana = await world.person();
  const ben = await world.person(ana);
  await world.payFee(ben, 40n * UNIT);
  await world.carryOn();
  await rewardCollection(world.database).updateOne({ userId: ana.userId }, { $set: { amount: "9000000000" } });
  await begin(100_000n * UNIT);
  await world.pay();
  expect(await payoutCollection(world.database).countDocuments({ userId: ana.userId })).toBe(0);
  expect(await runCollection(world.database).findOne({}, { sort: { id: -1 } })).toMatchObject({ state: "done" });
});

test.each([
  ["daily", "2026-11-27T13:00:00Z", "2026-11-28T00:00:00.000Z"],
  ["weekly", "2026-11-27T13:00:00Z", "2026-11-30T00:00:00.000Z"],
  ["weekly", "2026-11-30T00:00:00Z", "2026-12-07T00:00:00.000Z"],
  ["monthly", "2026-12-31T23:59:59Z", "2027-01-01T00:00:00.000Z"],
] as const)("the next %s payout after %s is at %s", (schedule, after, next) => {
  expect(nextPayout(schedule, new Date(after))?.toISOString()).toBe(next);
});
