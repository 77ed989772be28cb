import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { formatAmount } from "#schemas/values/money.ts";
import { writeSecurity } from "#server/users/index.ts";
import { type AffiliateWorld, type Person, startAffiliateWorld, UNIT } from "#tests/support/affiliate-world.ts";
import { reverseReward, dismissSignal } from "./decide.ts";
import { dueNow } from "./due.ts";
import { payoutCollection, readTerms, rewardCollection, RUN_KIND, runCollection, signalCollection } from "./store.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { addOperator } from "#tests/support/operators.ts";

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
