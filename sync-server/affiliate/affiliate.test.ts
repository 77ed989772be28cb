import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addOperator } from "#tests/support/operators.ts";
import { type AffiliateWorld, type Person, startAffiliateWorld, UNIT } from "#tests/support/affiliate-world.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { bookEvents } from "./book-rewards.ts";
import { dismissSignal } from "./decide.ts";
import { bindReferral, join, renameCode } from "./programs.ts";
import { giveUpRewards } from "./give-up.ts";
import { nextPayout } from "./schedule.ts";
import { findSignals } from "./signals.ts";
import {
  eventCollection,
  programCollection,
  REWARD_KIND,
  rewardCollection,
  type RewardDocument,
  signalCollection,
} from "./store.ts";

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

async function rewardsOf({ userId }: Person) {
  return rewardCollection(world.database)
    .find({ userId }, { sort: { id: 1 } })
    .toArray();
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

test("what is booked while its signal is let go is let go with it", async () => {
  await world.setTerms({ holdDays: 0 });
  const { runtime, database } = world;
  const ana = await world.person();
  const ben = await world.person(ana);
  for (let turn = 0; turn < 10; turn += 1) await world.person(ana);
  await world.payFee(ben, 40n * UNIT);
  await world.carryOn();
  const [affiliate, referred] = [await world.program(ana), await world.program(ben)];
  const signal = await signalCollection(database).findOne({ affiliateId: affiliate.id, referredId: referred.id });
  const [row] = await rewardsOf(ana);
  if (!signal || !row) throw new Error("nothing was held");
  const operatorId = 88_101;
  await addOperator(database, operatorId);
  let dismissing: Promise<unknown> | undefined;
  await database.transaction(async (session) => {
    const signals = await findSignals(runtime, session, affiliate, referred);
    dismissing ??= dismissSignal(runtime, { operatorId, id: signal.id, reason: "they are people" });
    await setTimeout(300);
    const {
      _id,
      seal: _seal,
      ...booked
    } = {
      ...row,
      id: row.id + 1000,
      eventId: `${row.eventId}-later`,
      signals: [...signals],
    };
    await rewardCollection(database).insertOne(
      { ...booked, seal: sealRow(database, REWARD_KIND, booked) } as RewardDocument,
      { session },
    );
  });
  await dismissing;
  expect(await rewardsOf(ana)).toMatchObject([{ signals: [] }, { signals: [] }]);
}, 60_000);

test("an event that was written past the server earns nobody anything, and keeps no other waiting", async () => {
  const ana = await world.person();
  const ben = await world.person(ana);
  const { database } = world;
  await world.payFee(ben, UNIT);
  const real = await eventCollection(database).findOne({ userId: ben.userId });
  const { _id, ...copy } = real ?? {};
  await eventCollection(database).insertOne({ ...copy, id: 1, operationId: "7", amount: "99000000000" } as never);
  await eventCollection(database).insertOne({ ...copy, id: 2, operationId: "8", seal: "none" } as never);
  await world.carryOn();
  expect(await rewardsOf(ana)).toMatchObject([{ eventId: real?.operationId, amount: "500000" }]);
});

test("a held reward that was written past the server keeps no other held", async () => {
  await world.setTerms({ holdDays: 1 });
  const [ana, eva] = [await world.person(), await world.person()];
  for (const by of [ana, eva]) await world.payFee(await world.person(by), UNIT);
  await world.carryOn();
  await rewardCollection(world.database).updateOne({ userId: ana.userId }, { $set: { amount: "99000000000" } });
  await world.carryOn(2);
  expect(await rewardsOf(ana)).toMatchObject([{ state: "pending" }]);
  expect(await rewardsOf(eva)).toMatchObject([{ state: "payable" }]);
});

test("our clock earns nobody anything: what is held is held by the network's time", async () => {
  const ana = await world.person();
  await world.payFee(await world.person(ana), 40n * UNIT);
  await world.carryOn();
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

test.each([
  ["daily", "2026-11-27T13:00:00Z", "2026-11-28T00:00:00.000Z"],
  ["weekly", "2026-11-27T13:00:00Z", "2026-11-30T00:00:00.000Z"],
  ["weekly", "2026-11-30T00:00:00Z", "2026-12-07T00:00:00.000Z"],
  ["monthly", "2026-12-31T23:59:59Z", "2027-01-01T00:00:00.000Z"],
] as const)("the next %s payout after %s is at %s", (schedule, after, next) => {
  expect(nextPayout(schedule, new Date(after))?.toISOString()).toBe(next);
});
