import assert from "node:assert/strict";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import { orderCollection } from "#server/orders/order-rows.ts";
import { cancelAllOf, cancelStanding } from "#server/standing-orders/cancel-standing.ts";
import { planStanding } from "#server/standing-orders/plan-standing.ts";
import { DEATHS, meetFateEverywhere, STANDSTILLS } from "#tests/money/crash-points.ts";
import type { Fate } from "#tests/money/mortal.ts";
import type { startProcess } from "#tests/money/processes.ts";
import { OWNER, Scene } from "./scene.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";

// Each waits for ledgers that a database and a network have to write, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

let scene: Scene;
let made = 0;

beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.world.database.transaction((session) =>
    cancelAllOf(scene.world.runtime, session, OWNER, "The account was closed."),
  );
  await scene.setPrices("0.9", "1.1");
  await scene.takeBack();
});

type Oco = Extract<StandingTerms, { kind: "oco" }>;

/** Sells 10 XLM below 0.8 or above 1, at limits that the scene's market takes. */
function oco(fields: Partial<Oco> = {}): Oco {
  const pair = { base: "XLM", quote: scene.USD };
  const stop = { triggerPrice: "0.8", price: "0.5" };
  const profit = { profitTrigger: "1", profitPrice: "0.95" };
  return { kind: "oco", side: "sell", ...pair, amount: "10", ...stop, ...profit, expiresAt: null, ...fields };
}

test("of two prices the take-profit one goes out when it is reached first, at its own limit, and the stop with it is over", async () => {
  const { uid, nextAt } = await scene.place(oco({ profitPrice: "1.2" }));
  expect(nextAt).toBeNull();
  await scene.setPrices("0.99", "1.3");
  await scene.look();
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", runs: [] });
  await scene.setPrices("1", "1.3");
  await scene.look();
  expect(await scene.order(uid), "both ended in one transaction").toMatchObject({ state: "running", runsBegun: 1 });
  // The price falls through the stop while the other is under way.
  await scene.setPrices("0.7", "1.1");
  await scene.settle();
  await scene.settle();
  const done = await scene.order(uid);
  expect(done).toMatchObject({ state: "done", runsDone: 1, runsBegun: 1, runs: [{ outcome: "done", price: "1" }] });
  expect(await scene.submissionsOf(done)).toHaveLength(1);
  const placed = await orderCollection(scene.world.database).findOne({ userId: OWNER, hash: done.runs[0]?.hash ?? "" });
  expect(placed).toMatchObject({ side: "sell", amount: "10.0000000", price: { n: 6, d: 5 }, state: "open" });
  const row = await scene.world.database
    .collection("notifications")
    .findOne({ userId: OWNER, kind: "durable-triggered" }, { sort: { id: -1 } });
  expect(wordsIn("en").said(String(row?.["detail"]))).toBe(
    "Order with two prices to sell XLM for USD. Its take-profit price was reached.",
  );
});

test("the stop goes out where it is reached first, of whoever buys as of whoever sells", async () => {
  const sold = await scene.place(oco());
  await scene.setPrices("0.8", "1.1");
  const before = await scene.dollars();
  await scene.settle();
  expect(await scene.order(sold.uid)).toMatchObject({ state: "done", runs: [{ price: "0.8" }] });
  expect((await scene.dollars()) - before).toBe(80_000_000n);
  await scene.setPrices("0.9", "1.1");
  const buying = { side: "buy", triggerPrice: "1.2", price: "1.5", profitTrigger: "1", profitPrice: "1.05" } as const;
  const bought = await scene.place(oco(buying));
  await scene.setPrices("0.9", "1.2");
  await scene.settle();
  expect(await scene.order(bought.uid)).toMatchObject({ state: "done", runs: [{ price: "1.2" }] });
});

test("both prices have to leave the market room, and a price that is there already is no order with two", async () => {
  const crossed = oco({ triggerPrice: "1", profitTrigger: "0.8" });
  await expect(scene.place(crossed)).rejects.toMatchObject({ code: "durable-legs-crossed" });
  await expect(scene.place(oco({ profitTrigger: "0.9" }))).rejects.toMatchObject({ code: "durable-trigger-met" });
  await expect(scene.place(oco({ profitPrice: "0" }))).rejects.toMatchObject({ code: "price-malformed" });
  const deps = { ...scene.here.deps, feed: scene.feed };
  const buying = oco({ side: "buy", triggerPrice: "1.2", price: "1.5", profitTrigger: "1", profitPrice: "1.05" });
  // What it may cost is that of the dearer one.
  expect((await planStanding(deps, OWNER, buying)).run.offer).toMatchObject({ price: { n: 3, d: 2 } });
});

/** At those moments that are an order's own, and where its envelope leaves: all others are every trade's. */
function ofOrders({ kind, counts }: Omit<Fate, "at">): Omit<Fate, "at"> {
  return { kind, counts: (moment) => counts(moment) && /transaction|windows|send/.test(moment.what) };
}

/** One whose take-profit price was just reached, and whose stop is reached by whatever comes next. */
async function reachedOnce() {
  made += 1;
  await scene.setPrices("0.9", "1.1");
  const { uid } = await scene.place(oco({ amount: "1", price: String(1000 + made), profitPrice: String(2000 + made) }));
  await scene.setPrices("1", "1.1");
  const order = await scene.order(uid);
  return {
    amount: 0n,
    from: scene.address,
    to: scene.address,
    payee: OWNER,
    carryOn: async (process: ReturnType<typeof startProcess>) => {
      await scene.follow();
      await scene.look(process);
      await scene.setPrices("0.7", "1.1");
      await scene.look(process);
      await process.work();
    },
    submissions: () => scene.submissionsOf(order),
    isBooked: async () => (await scene.order(uid)).state === "done",
    checkDoneOnce: async (_made: unknown, where: string) => {
      const { runs, runsDone, runsBegun, submissionId } = await scene.order(uid);
      assert.deepEqual([runs.length, runsDone, runsBegun, submissionId], [1, 1, 1, null], where);
      const rows = await orderCollection(scene.world.database)
        .find({ userId: OWNER, hash: runs[0]?.hash ?? "" })
        .toArray();
      assert.equal(rows.length, 1, where);
    },
  };
}

test("exactly one of two prices goes out wherever its process dies, though the next ledger reaches the other", async () => {
  const moments = await meetFateEverywhere(scene.world, reachedOnce, ofOrders(DEATHS));
  expect(moments).toContain("after send");
});

test("exactly one goes out where two processes act on it, one of them on what is long past", async () => {
  const moments = await meetFateEverywhere(scene.world, reachedOnce, ofOrders(STANDSTILLS));
  expect(moments).toContain("before send");
});

test("cancelled, neither of them goes out", async () => {
  const { uid } = await scene.place(oco());
  const answer = await cancelStanding(scene.world.runtime, OWNER, uid);
  expect(answer).toEqual({ uid, state: "cancelled", submissionId: null });
  await scene.setPrices("0.7", "1.1");
  await scene.settle();
  await scene.setPrices("1", "1.1");
  await scene.settle();
  expect(await scene.submissionsOf(await scene.order(uid))).toEqual([]);
});
