import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Asset, Operation } from "@stellar/stellar-sdk";
import { totalOver, unpaidOf } from "#schemas/stake-reckoning.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { suspenseCollection } from "#server/platform/ingest/suspense-items.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { writeSecurity } from "#server/users/index.ts";
import { addFeeRule } from "#tests/support/seals.ts";
import { readBook } from "./books.ts";
import { keepLines } from "./keep-lines.ts";
import { rewardCollection, stakeCollection } from "./store.ts";
import { tellUnlocked } from "./tell-stakers.ts";
import { instantOf } from "#server/wallet/index.ts";
import { DAY, startStakingWorld, type StakingWorld, UNIT } from "#tests/support/staking-world.ts";

const XLM = { assetCode: "XLM", issuer: "" };
const RUNNING = new AbortController().signal;
let world: StakingWorld;

beforeAll(async () => {
  world = await startStakingWorld();
  for (const userId of [1, 2, 3]) await world.wallet(userId);
}, 120_000);
afterAll(() => world.stop());

async function staked(userId: number, offer: Awaited<ReturnType<StakingWorld["offer"]>>, amount: string) {
  const stake = await world.stake(userId, offer, amount);
  await world.carryOn();
  return world.read(stake.id);
}

async function rewardsOf(userStakeId: number) {
  return rewardCollection(world.database)
    .find({ userStakeId }, { sort: { timestamp: 1 } })
    .toArray();
}

function sumOf(rows: readonly { readonly amount: string }[]): bigint {
  return rows.reduce((sum, { amount }) => sum + parseAmount(amount), 0n);
}

test("a stake is pending until the ledger has it, earns from that close on, and comes back with all it earned", async () => {
  const offer = await world.offer();
  const key = randomUUID();
  const made = await world.stake(1, offer, "100", key);
  expect(made).toMatchObject({ status: "pending", left: "100.0000000", principals: [] });
  expect((await world.stake(1, offer, "100", key)).id).toBe(made.id);
  await expect(world.takeOut(1, made.id)).rejects.toMatchObject({ code: "stake-not-active" });
  await world.carryOn();
  const stake = await world.read(made.id);
  const row = await world.database.collection("transactions").findOne({ userId: 1, type: "stake" });
  expect(stake).toMatchObject({ status: "active", startDate: row?.["timestamp"] });
  expect(stake.endDate?.getTime()).toBe(stake.startDate.getTime() + 30 * DAY * 1000);
  expect(await world.balance("staking")).toBe(100n * UNIT);
  expect(await world.difference()).toBe(0n);
  const total = totalOver(100n * UNIT, 100_000, 30);
  expect((await readBook(world.database, XLM, null)).promised).toBe(total);

  world.pass(31 * DAY);
  await tellUnlocked(world.runtime, await world.now(), RUNNING);
  expect(await world.database.collection("notifications").countDocuments({ userId: 1, kind: "stake-unlocked" })).toBe(
    1,
  );
  const pool = await world.balance("staking-rewards");
  const out = await world.takeOut(1, stake.id);
  expect(out).toMatchObject({ status: "withdrawing", paying: formatAmount(total), earlyWithdrawal: false });
  await expect(world.takeOut(1, stake.id)).rejects.toMatchObject({ code: "stake-busy" });
  await world.carryOn();
  const over = await world.read(stake.id);
  expect(over).toMatchObject({ status: "withdrawn", left: "0.0000000", paid: formatAmount(total), withdrawing: null });
  expect(await world.balance("staking")).toBe(0n);
  expect(await world.balance("staking-rewards")).toBe(pool - total);
  expect(sumOf(await rewardsOf(stake.id))).toBe(total);
  expect((await rewardsOf(stake.id)).every(({ status }) => status === "paid")).toBe(true);
  expect(await readBook(world.database, XLM, null)).toMatchObject({ promised: 0n, owed: 0n });
  await expect(world.takeOut(1, stake.id)).rejects.toMatchObject({ code: "stake-over" });
}, 60_000);

test("whoever leaves early gets the amount less the fee, which the pool keeps, and gives up what is unpaid", async () => {
  const stake = await staked(1, await world.offer(), "50");
  const pool = await world.balance("staking-rewards");
  world.pass(3 * DAY);
  const out = await world.takeOut(1, stake.id);
  expect(out.withdrawing).toMatchObject({ amount: "50.0000000", receives: "49.0000000", isEarly: true });
  await world.carryOn();
  const over = await world.read(stake.id);
  expect(over).toMatchObject({ status: "withdrawn", paid: "0.0000000", earlyWithdrawal: true });
  expect(parseAmount(over.forfeited)).toBeGreaterThan(0n);
  expect(unpaidOf(over, [], await world.now())).toBe(0n);
  expect(await world.balance("staking-rewards")).toBe(pool + UNIT);
  expect((await rewardsOf(stake.id)).every(({ status }) => status === "forfeited")).toBe(true);
  expect(await world.difference()).toBe(0n);
}, 60_000);

test("a flexible stake is left in parts, and a rate that was told moves nothing before its time", async () => {
  const began = (await world.now()) - 1000;
  const offer = await world.offer({
    lockupPeriod: 0,
    earlyWithdrawalFee: "0",
    rates: [
      { from: instantOf(began), ratePpm: 40_000 },
      { from: instantOf(began + 60 * DAY), ratePpm: 80_000 },
    ],
  });
  const stake = await staked(2, offer, "200");
  world.pass(10 * DAY);
  await expect(world.takeOut(2, stake.id, "199.5")).rejects.toMatchObject({ code: "stake-part-leaves-little" });
  await expect(world.takeOut(2, stake.id, "201")).rejects.toMatchObject({ code: "stake-part-large" });
  const before = unpaidOf(await world.read(stake.id), offer.rates, await world.now());
  await world.takeOut(2, stake.id, "150");
  await world.carryOn();
  const part = await world.read(stake.id);
  expect(part).toMatchObject({ status: "active", left: "50.0000000", amount: "200.0000000" });
  expect(part.principals).toHaveLength(2);
  expect(unpaidOf(part, offer.rates, await world.now()) - before).toBeLessThan(1000n);
  await world.claim(2, stake.id);
  await world.carryOn();
  const paid = await world.read(stake.id);
  expect(parseAmount(paid.paid)).toBeGreaterThanOrEqual(before);
  expect(sumOf(await rewardsOf(stake.id))).toBe(parseAmount(paid.paid));
  expect(await world.difference()).toBe(0n);
}, 60_000);

test("missed nights are made up for, and every schedule comes to the same", async () => {
  const offer = await world.offer({ lockupPeriod: 0, earlyWithdrawalFee: "0", rewardRate: "7.3" });
  const [one, other] = [await staked(1, offer, "33.3333333"), await staked(2, offer, "33.3333333")];
  await world.night();
  const rows = (await rewardsOf(one.id)).length;
  world.pass(5 * DAY);
  expect(await world.night()).toBeGreaterThan(0);
  expect((await rewardsOf(one.id)).length).toBe(rows + 5);
  expect(await world.night()).toBe(0);
  await world.claim(2, other.id);
  await world.carryOn();
  world.pass(2 * DAY + 17);
  await world.night();
  const now = await world.now();
  for (const id of [one.id, other.id]) {
    const stake = await world.read(id);
    const { lastRewardDate } = stake;
    const upTo = Math.floor(lastRewardDate.getTime() / 1000);
    expect(sumOf(await rewardsOf(id))).toBe(unpaidOf({ ...stake, paid: "0", paying: "0" }, offer.rates, upTo));
    expect(now - upTo).toBeLessThan(DAY);
  }
  const { promised, owed } = await readBook(world.database, XLM, null);
  await world.difference();
  // What was counted night by night is what is counted anew.
  expect(await readBook(world.database, XLM, null)).toMatchObject({ promised, owed });
}, 60_000);

test("what the server's clock says earns nobody anything", async () => {
  const offer = await world.offer({ lockupPeriod: 0, earlyWithdrawalFee: "0", rewardRate: "100" });
  const stake = await staked(3, offer, "1000");
  world.clock.advance(400 * DAY * 1000);
  const rows = await world.night();
  const unpaid = unpaidOf(await world.read(stake.id), offer.rates, await world.now());
  expect(unpaid).toBeLessThan(totalOver(1000n * UNIT, 1_000_000, 1));
  expect(rows).toBe(0);
  await world.takeOut(3, stake.id);
  await world.carryOn();
  expect(parseAmount((await world.read(stake.id)).paid)).toBeLessThan(totalOver(1000n * UNIT, 1_000_000, 1));
}, 60_000);

test("the pool promises no more than it has, the principal never waits for it, and what is owed is paid later", async () => {
  const short = await world.offer({ rewardRate: "100", lockupPeriod: 3650, minStakeAmount: "1" });
  await expect(world.stake(1, short, "900")).resolves.toBeDefined();
  await world.carryOn();
  await expect(world.stake(2, short, "900")).rejects.toMatchObject({ code: "stake-pool-short" });
  const flexible = await world.offer({ lockupPeriod: 0, earlyWithdrawalFee: "0", rewardRate: "100" });
  const stake = await staked(2, flexible, "2000");
  world.pass(700 * DAY);
  await expect(world.claim(2, stake.id)).rejects.toMatchObject({ code: "stake-pool-dry" });
  const out = await world.takeOut(2, stake.id);
  expect(out).toMatchObject({ status: "withdrawing", paying: "0.0000000", claimId: null });
  await world.carryOn();
  const over = await world.read(stake.id);
  expect(over.status).toBe("withdrawn");
  const owed = unpaidOf(over, [], await world.now());
  expect(owed).toBeGreaterThan(0n);
  expect(await world.difference()).toBe(0n);
  expect(
    await world.database.collection("system_issues").countDocuments({ checkId: "staking-pool", subject: "XLM" }),
  ).toBe(1);
  const giver = await world.stranger();
  const destination = await world.address("staking-rewards");
  await world.apply([giver], [Operation.payment({ destination, asset: Asset.native(), amount: "9000" })]);
  await world.ingest();
  await world.claim(2, stake.id);
  await world.carryOn();
  expect(unpaidOf(await world.read(stake.id), [], await world.now())).toBe(0n);
}, 60_000);

test("a frozen account stakes nothing and takes everything out, and a closed offer holds nobody", async () => {
  const offer = await world.offer({ lockupPeriod: 0, earlyWithdrawalFee: "0" });
  const stake = await staked(3, offer, "20");
  await world.database.transaction((session) => writeSecurity(world.runtime, session, 3, { isFrozen: true }));
  await expect(world.stake(3, offer, "5")).rejects.toMatchObject({ code: "account-frozen" });
  await world.takeOut(3, stake.id);
  await world.carryOn();
  expect(await world.read(stake.id)).toMatchObject({ status: "withdrawn" });
  await world.database.transaction((session) => writeSecurity(world.runtime, session, 3, { isFrozen: false }));
  const closed = await world.offer({ active: false });
  await expect(world.stake(1, closed, "5")).rejects.toMatchObject({ code: "stake-offer-closed" });
}, 60_000);

test("a stranger's payment to the vault is an item of its own, and a difference halts staking until it passes", async () => {
  const offer = await world.offer({ lockupPeriod: 0, earlyWithdrawalFee: "0" });
  const stake = await staked(1, offer, "30");
  const giver = await world.stranger();
  const destination = await world.address("staking");
  await world.apply([giver], [Operation.payment({ destination, asset: Asset.native(), amount: "3" })]);
  await world.ingest();
  expect(await suspenseCollection(world.database).countDocuments({ account: destination })).toBe(1);
  expect(await world.difference()).toBe(0n);
  const { matchedCount } = await stakeCollection(world.database).updateOne(
    { id: stake.id },
    { $set: { left: "31.0000000" } },
  );
  expect(matchedCount).toBe(1);
  // It was written past the server: it counts for nothing, nothing of it is paid, and the asset's staking stands still.
  expect(await world.difference()).not.toBe(0n);
  await expect(world.takeOut(1, stake.id)).rejects.toThrow(/seal|user_stakes/i);
  await expect(world.stake(2, offer, "5")).rejects.toMatchObject({ code: "stake-halted" });
  await stakeCollection(world.database).updateOne({ id: stake.id }, { $set: { left: "30.0000000" } });
  expect(await world.difference()).toBe(0n);
  await world.takeOut(1, stake.id);
  await world.carryOn();
  expect((await world.read(stake.id)).status).toBe("withdrawn");
}, 60_000);

test("a payment that fails leaves the stake as it was, and it earns on", async () => {
  const offer = await world.offer({ lockupPeriod: 0, earlyWithdrawalFee: "0" });
  const stake = await staked(2, offer, "40");
  const out = await world.takeOut(2, stake.id);
  // As if the network had refused it for good.
  await submissionCollection(world.database).updateOne(
    { id: out.unstakeId ?? 0 },
    { $set: { state: "failed", reason: "refused", isReserving: false } },
  );
  await world.carryOn();
  expect(await world.read(stake.id)).toMatchObject({
    status: "active",
    withdrawing: null,
    unstakeId: null,
    left: "40.0000000",
  });
  expect(await world.difference()).toBe(0n);
  await world.takeOut(2, stake.id);
  await world.carryOn();
  expect((await world.read(stake.id)).status).toBe("withdrawn");
}, 60_000);

test("an offer of another asset has vault and pool hold it, without any XLM of theirs", async () => {
  const issuer = await world.stranger();
  const asset = { assetCode: "USD", issuer: issuer.publicKey() };
  const offer = await world.offer(asset);
  await expect(world.stake(1, offer, "5")).rejects.toMatchObject({ code: "stake-not-ready" });
  expect(await keepLines(world.runtime, world.network)).toBe(true);
  await world.settle();
  for (const purpose of ["staking", "staking-rewards"] as const) {
    const account = await accountCollection(world.database).findOne({ _id: await world.address(purpose) });
    expect(account?.lines).toMatchObject([{ ...asset, balance: "0" }]);
  }
  expect(await keepLines(world.runtime, world.network)).toBe(false);
  expect(await world.difference()).toBe(0n);
}, 60_000);

test("fees of staking are taken with the stake, and those of taking it out of what comes back", async () => {
  const bounds = { minFee: null, maxFee: null, assetCode: "XLM", active: true, lastUpdated: new Date(0) };
  const percent = { feeType: "percent", feeValue: "1", ...bounds } as const;
  await addFeeRule(world.database, { ...percent, id: 1, operationType: "withdraw" });
  await addFeeRule(world.database, { ...percent, id: 2, operationType: "stake" });
  const offer = await world.offer({ lockupPeriod: 0, earlyWithdrawalFee: "0" });
  await expect(world.stake(1, offer, "100")).rejects.toMatchObject({ code: "fees-risen" });
  const before = await world.balance("fees");
  const operatorFees = [{ assetCode: "XLM", issuer: null, amount: "1.0000000" }];
  const made = await world.stake(1, offer, "100", randomUUID(), operatorFees);
  await world.carryOn();
  expect(await world.balance("fees")).toBe(before + UNIT);
  await world.takeOut(1, made.id);
  await world.carryOn();
  expect(await world.balance("fees")).toBe(before + 2n * UNIT);
  expect(await world.read(made.id)).toMatchObject({ status: "withdrawn", left: "0.0000000" });
  expect(await world.difference()).toBe(0n);
}, 60_000);
