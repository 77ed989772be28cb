import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import { AppError } from "#schemas/errors.ts";
import { writeSaid } from "#schemas/said.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { cancelAllOf, cancelStanding } from "#server/standing-orders/cancel-standing.ts";
import { planStanding } from "#server/standing-orders/plan-standing.ts";
import { standingCollection, sealOrder } from "#server/standing-orders/store.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { orderCollection } from "#server/orders/order-rows.ts";
import { cancelOrders } from "#server/trading/cancel-orders.ts";
import { placeOrder } from "#server/trading/place-order.ts";
import type { OrderTerms } from "#schemas/trading.ts";
import { traderOf } from "#tests/support/spending.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { OWNER, Scene } from "./scene.ts";
import { protect } from "#tests/support/seals.ts";

// Each waits for ledgers that a database and a network have to write, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let scene: Scene;

beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.stop());
beforeEach(async () => {
  scene.feed.state = "live";
  await scene.world.database.transaction((session) =>
    cancelAllOf(scene.world.runtime, session, OWNER, "The account was closed."),
  );
  await scene.setPrices("0.9", "1.1");
});

function twap(fields: Partial<Extract<StandingTerms, { kind: "twap" }>> = {}): StandingTerms {
  const { USD: quote } = scene;
  const parts = { amount: "9", price: "0.8", slices: 3, intervalSeconds: 3600 };
  return { kind: "twap", side: "sell", base: "XLM", quote, expiresAt: null, ...parts, ...fields };
}

function buy(fields: Partial<Extract<StandingTerms, { kind: "recurring" }>> = {}): StandingTerms {
  const rest = { every: "day", times: 2, highestPrice: null, slippage: 100, startsAt: null } as const;
  return { kind: "recurring", base: scene.USD, quote: "XLM", spend: "11", expiresAt: null, ...rest, ...fields };
}

function refusedWith(code: string) {
  return expect.objectContaining({ code });
}

test("a stop order waits above its price, goes out as a limit order once a ledger leaves the bid there, and says so", async () => {
  const { uid, nextAt } = await scene.place(scene.stop10({ price: "2" }));
  expect(nextAt).toBeNull();
  await scene.setPrices("0.8000001", "1.1");
  await scene.settle();
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", runs: [] });
  await scene.setPrices(null, "0.5");
  await scene.settle();
  expect(await scene.order(uid), "nobody buys: there is no price").toMatchObject({ state: "waiting" });
  await scene.setPrices("0.8", "1.1");
  const { index, ledger } = scene.feed.memory ?? {};
  expect(index?.ledger).toBe(ledger);
  await scene.settle();
  const done = await scene.order(uid);
  expect(done).toMatchObject({ state: "done", reason: "", runsDone: 1, submissionId: null, nextAt: null });
  expect(done.runs).toMatchObject([{ number: 1, outcome: "done", price: "0.8", reason: "" }]);
  const { hash } = done.runs[0] ?? {};
  const placed = await orderCollection(scene.world.database).findOne({ userId: OWNER, hash: hash ?? "" });
  expect(placed).toMatchObject({ kind: "limit", side: "sell", amount: "10.0000000", state: "open" });
  await scene.settle();
  expect(await scene.submissionsOf(done)).toHaveLength(1);
  expect((await scene.told()).at(-1)).toBe("durable-triggered");
});

test("nothing is triggered while the market is behind the network or not known, and a due buy says why it waits", async () => {
  const stop = await scene.place(scene.stop10());
  const bought = await scene.place(buy());
  await scene.setPrices("0.7", "1.1");
  for (const state of ["behind", "building"] as const) {
    scene.feed.state = state;
    await scene.look();
    expect(await scene.order(stop.uid)).toMatchObject({ state: "waiting", reason: "" });
    expect(await scene.order(bought.uid)).toMatchObject({ state: "waiting", trouble: { code: `market-${state}` } });
  }
  scene.feed.state = "live";
  await scene.settle();
  expect(await scene.order(stop.uid)).toMatchObject({ state: "done" });
  expect(await scene.order(bought.uid)).toMatchObject({ state: "waiting", runsDone: 1, reason: "", trouble: null });
});

test("equal parts go out at their interval at no worse than their price; a part beyond it is missed, the others go on", async () => {
  const before = await scene.dollars();
  const { uid } = await scene.place(twap());
  await scene.settle();
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", runsDone: 1 });
  await scene.setPrices("0.79", "1.1");
  scene.world.clock.advance(HOUR_MS);
  await scene.settle();
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", runsDone: 1, runsMissed: 1 });
  await scene.setPrices("0.81", "1.1");
  await scene.settle();
  expect(await scene.order(uid), "not before its time").toMatchObject({ runsDone: 1 });
  scene.world.clock.advance(HOUR_MS);
  await scene.settle();
  const done = await scene.order(uid);
  expect(done).toMatchObject({ state: "done", runsDone: 2, runsMissed: 1, nextAt: null });
  expect(done.runs.map(({ outcome, price }) => [outcome, price])).toEqual([
    ["done", "0.9"],
    ["missed", null],
    ["done", "0.81"],
  ]);
  expect((await scene.dollars()) - before).toBe(27_000_000n + 24_300_000n);
  expect((await scene.told()).slice(-2)).toEqual(["durable-missed", "durable-done"]);
});

test("a recurring buy spends its amount on each date, no dearer than its highest price, and ends with the last", async () => {
  const { uid } = await scene.place(buy({ times: 3, highestPrice: "1.2" }));
  const before = await scene.dollars();
  await scene.settle();
  expect((await scene.dollars()) - before).toBe(99_000_000n);
  await scene.setPrices("0.8", "1.1");
  scene.world.clock.advance(DAY_MS);
  await scene.settle();
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", runsDone: 1, runsMissed: 1 });
  await scene.setPrices("0.9", "1.1");
  // Slept through three dates: one is made up for.
  scene.world.clock.advance(4 * DAY_MS);
  await scene.settle();
  await scene.settle();
  const done = await scene.order(uid);
  expect(done).toMatchObject({ state: "done", runsDone: 2, runsMissed: 1 });
  expect((await scene.dollars()) - before).toBe(198_000_000n);
  const kinds = await submissionCollection(scene.world.database).distinct("kind", {
    id: done.runs[0]?.submissionId ?? 0,
  });
  expect(kinds).toEqual(["swap"]);
});

test("what lastingly stands against it ends a stop order, and is told without what the account has", async () => {
  const { uid } = await scene.place(scene.stop10({ amount: "20000" }));
  await scene.setPrices("0.7", "1.1");
  await scene.look();
  const failed = await scene.order(uid);
  expect(failed).toMatchObject({ state: "failed", runs: [{ outcome: "missed", submissionId: null }] });
  expect(wordsIn("en").said(failed.reason)).toContain("XLM at most");
  const row = await scene.world.database
    .collection("notifications")
    .findOne({ userId: OWNER, kind: "durable-failed" }, { sort: { id: -1 } });
  expect(wordsIn("en").said(String(row?.["detail"]))).toBe(
    "Stop order to sell XLM for USD. The order itself says why.",
  );
  expect(await scene.submissionsOf(failed)).toEqual([]);
});

/** Leaves an order of the owner's own in the book, and is its offer. */
async function ownOrder(fields: Partial<Extract<OrderTerms, { kind: "limit" }>>): Promise<string> {
  const { here, sides, USD: quote, world } = scene;
  const order = { kind: "limit", side: "buy", base: "XLM", quote, amount: "1", price: "0.1", ...fields } as const;
  const confirmation = { agreed: { networkFee: "0.1", operatorFees: [] }, idempotencyKey: randomUUID() };
  const { id } = await placeOrder({ ...here.deps, sides }, traderOf(OWNER), { order, ...confirmation });
  await scene.settle();
  const placed = await submissionCollection(world.database).findOne({ id });
  const row = await orderCollection(world.database).findOne({ userId: OWNER, hash: placed?.attempt?.hash ?? "" });
  expect(row).toMatchObject({ state: "open" });
  return row?.offerId ?? "";
}

async function takeBack(offerId: string): Promise<void> {
  const confirmation = { agreed: { networkFee: "0.1", operatorFees: [] }, idempotencyKey: randomUUID() };
  const cancel = { which: "these" as const, offerIds: [offerId] };
  await cancelOrders(scene.here.deps, traderOf(OWNER), { cancel, ...confirmation });
  await scene.settle();
}

test("a stop order sells above an order of one's own that it does not come to", async () => {
  const own = await ownOrder({ price: "0.6" });
  const { uid } = await scene.place(scene.stop10());
  await scene.setPrices("0.7", "1.1");
  const before = await scene.dollars();
  await scene.settle();
  expect(await scene.order(uid)).toMatchObject({ state: "done", runsDone: 1, reason: "" });
  expect((await scene.dollars()) - before).toBe(70_000_000n);
  await takeBack(own);
});

test("one that would come to it waits and says which; it goes out once that order is gone", async () => {
  const own = await ownOrder({ price: "0.75" });
  const { uid } = await scene.place(scene.stop10());
  await scene.setPrices("0.7", "1.1");
  await scene.look();
  const sentence = new AppError("order-crosses-own", { side: "buy", price: "0.75" }).said;
  // One's own bid is the market's best one.
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", trouble: { code: "order-crosses-own" } });
  expect((await scene.order(uid)).reason).toBe(sentence);
  await scene.look();
  expect(await scene.submissionsOf(await scene.order(uid))).toEqual([]);
  await takeBack(own);
  await scene.settle();
  expect(await scene.order(uid)).toMatchObject({ state: "done", runsDone: 1, reason: "", trouble: null });
});

test("a part and a regular buy that only their owner's order stands against wait for it, and are not missed", async () => {
  const bid = await ownOrder({ price: "0.95" });
  const ask = await ownOrder({ side: "sell", price: "1.05" });
  const [part, bought] = [await scene.place(twap()), await scene.place(buy({ base: scene.USD }))];
  await scene.look();
  for (const { uid } of [part, bought])
    expect(await scene.order(uid)).toMatchObject({
      state: "waiting",
      runsMissed: 0,
      trouble: { code: "order-crosses-own" },
    });
  await takeBack(bid);
  await takeBack(ask);
  await scene.settle();
  for (const { uid } of [part, bought]) expect(await scene.order(uid)).toMatchObject({ runsDone: 1, runsMissed: 0 });
});

test("what passes by itself is tried again while the price stands; fees that stay too high end it after a while", async () => {
  const { uid } = await scene.place(scene.stop10());
  const cheap = { networkFee: "0.0000001", operatorFees: [] };
  await standingCollection(scene.world.database).updateOne({ uid }, { $set: { agreed: cheap } });
  const { database } = scene.world;
  await database.transaction((session) => sealOrder(database, session, { userId: OWNER, uid }));
  await scene.setPrices("0.7", "1.1");
  await scene.look();
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", trouble: { code: "fees-risen" } });
  scene.world.clock.advance(HOUR_MS / 2);
  await scene.look();
  expect(await scene.order(uid)).toMatchObject({ state: "waiting" });
  scene.world.clock.advance(HOUR_MS / 2);
  await scene.look();
  expect(await scene.order(uid)).toMatchObject({ state: "failed", runs: [{ outcome: "missed" }] });
});

test("a buy waits for a market that nobody makes for a while, and is missed, with the reason, where it stays so", async () => {
  await scene.setPrices(null, "1.1");
  const soon = await scene.place(buy({ times: 1 }));
  await scene.look();
  expect(await scene.order(soon.uid)).toMatchObject({ state: "waiting", trouble: { code: "quote-no-path" }, runs: [] });
  await scene.setPrices("0.9", "1.1");
  await scene.settle();
  expect(await scene.order(soon.uid)).toMatchObject({ state: "done", runsDone: 1, reason: "", trouble: null });

  await scene.setPrices(null, "1.1");
  const { uid } = await scene.place(buy({ times: 1 }));
  await scene.look();
  scene.world.clock.advance(HOUR_MS);
  await scene.look();
  const missed = await scene.order(uid);
  const [run] = missed.runs;
  expect(run).toMatchObject({ outcome: "missed" });
  expect(run?.reason).not.toBe("");
  expect(missed).toMatchObject({
    state: "failed",
    reason: writeSaid("reason.no-trades-since", { why: run?.reason ?? "" }),
  });
  expect(wordsIn("en").said(missed.reason)).toMatch(
    /^None of the planned trades was made\. Nobody exchanges that much/,
  );
});

test("whoever froze the account, or signs for it themselves, is not traded for: a stop order ends, a buy is missed", async () => {
  const { database } = scene.world;
  const stop = await scene.place(scene.stop10());
  const bought = await scene.place(buy());
  await scene.setPrices("0.7", "1.1");
  try {
    await protect(scene.world.runtime, OWNER, { isFrozen: true });
    await scene.look();
    expect(await scene.order(stop.uid)).toMatchObject({ state: "failed", reason: new AppError("account-frozen").said });
    expect(await scene.order(bought.uid)).toMatchObject({ state: "waiting", runsMissed: 1 });
  } finally {
    await protect(scene.world.runtime, OWNER, { isFrozen: false });
  }
  await accountCollection(database).updateOne({ _id: scene.address }, { $set: { isShared: true } });
  try {
    scene.world.clock.advance(DAY_MS);
    await scene.look();
    expect(await scene.order(bought.uid)).toMatchObject({
      state: "failed",
      runs: [{ reason: new AppError("account-frozen").said }, { reason: new AppError("durable-own-key").said }],
    });
    await expect(scene.place(twap({ price: "0.6" }))).rejects.toEqual(refusedWith("durable-own-key"));
  } finally {
    await accountCollection(database).updateOne({ _id: scene.address }, { $set: { isShared: false } });
  }
});

test("an order ends at its end, and neither its price nor its owner moves it afterwards", async () => {
  const expiresAt = new Date(scene.world.clock.now().getTime() + HOUR_MS).toISOString();
  const { uid } = await scene.place(scene.stop10({ expiresAt }));
  scene.world.clock.advance(HOUR_MS);
  await scene.setPrices("0.7", "1.1");
  await scene.settle();
  expect(await scene.order(uid)).toMatchObject({ state: "expired", runs: [] });
  expect((await scene.told()).at(-1)).toBe("durable-expired");
  await expect(cancelStanding(scene.world.runtime, OWNER, uid)).rejects.toEqual(refusedWith("durable-over"));
});

test("a cancelled plan ends at once; a part that is signed already is done, and counted", async () => {
  const { uid } = await scene.place(twap());
  await scene.look();
  await scene.here.work();
  const answer = await cancelStanding(scene.world.runtime, OWNER, uid);
  const { submissionId } = await scene.order(uid);
  expect(answer).toEqual({ uid, state: "cancelled", submissionId });
  expect(submissionId).not.toBeNull();
  scene.world.clock.advance(HOUR_MS);
  await scene.settle();
  expect(await scene.order(uid)).toMatchObject({ state: "cancelled", runsDone: 1, runsBegun: 1, submissionId: null });
});

test("the same confirmation places one order, however often and whenever it comes; its key is good for nothing else", async () => {
  const key = "durable-test-key-0001";
  const [one, other] = await Promise.all([scene.place(scene.stop10(), key), scene.place(scene.stop10(), key)]);
  expect(one.id).toBe(other.id);
  await expect(scene.place(scene.stop10({ amount: "11" }), key)).rejects.toEqual(refusedWith("idempotency-key-reused"));
  await Promise.all([1, 2, 3].map(() => cancelStanding(scene.world.runtime, OWNER, key)));
  expect(await scene.order(key)).toMatchObject({ state: "cancelled" });
  expect((await scene.place(scene.stop10(), key)).id).toBe(one.id);
});

test("nobody cancels what is not theirs, and nothing is placed that goes out at once, ends too late or comes too many", async () => {
  const { uid } = await scene.place(scene.stop10());
  await expect(cancelStanding(scene.world.runtime, OWNER + 1, uid)).rejects.toEqual(refusedWith("durable-unknown"));
  const met = scene.stop10({ triggerPrice: "0.9" });
  await expect(scene.place(met)).rejects.toEqual(refusedWith("durable-trigger-met"));
  const expiresAt = new Date(scene.world.clock.now().getTime() + 401 * DAY_MS).toISOString();
  await expect(scene.place(scene.stop10({ expiresAt }))).rejects.toEqual(refusedWith("durable-end-wrong"));
  const startsAt = new Date(scene.world.clock.now().getTime() - DAY_MS).toISOString();
  await expect(scene.place(buy({ startsAt }))).rejects.toEqual(refusedWith("durable-start-wrong"));
  await expect(scene.place(twap({ amount: "0.0000002" }))).rejects.toEqual(refusedWith("order-too-small"));
  const quote = `EUR-${scene.USD.slice("USD-".length)}`;
  await expect(scene.place(scene.stop10({ quote }))).rejects.toEqual(refusedWith("market-assets-unlisted"));
  const { _id, ...copy } = await scene.order(uid);
  expect(_id).toBeDefined();
  const others = Array.from({ length: 98 }, (_, at) => ({
    ...copy,
    uid: `copy-${at}`,
    id: 10_000 + at,
    revision: -at - 1,
  }));
  await standingCollection(scene.world.database).insertMany(others);
  const last = await Promise.allSettled([scene.place(scene.stop10()), scene.place(scene.stop10())]);
  expect(last.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await standingCollection(scene.world.database).deleteMany({ uid: { $regex: "^copy-" } });
});

test("a check tells what each run costs, what is in its way for good, and what only is so now", async () => {
  const deps = { ...scene.here.deps, feed: scene.feed };
  const found = await planStanding(deps, OWNER, scene.stop10({ amount: "20000", price: "x" }));
  expect(found.refusals.map(({ code }) => code)).toEqual(["price-malformed"]);
  const poor = await planStanding(deps, OWNER, scene.stop10({ amount: "20000" }));
  expect(poor.refusals).toEqual([]);
  expect(poor.warnings.map(({ code }) => code)).toEqual(["balance-too-low"]);
  expect(poor.mostFee).toBe(parseAmount("0.01"));
  const plan = await planStanding(deps, OWNER, buy());
  expect(plan.run.quote?.receiveAmount).toBe(99_000_000n);
  expect(plan.plan).toMatchObject({ runs: 2 });
});
