import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import { readPrice } from "#schemas/values/price.ts";
import { markAfter, triggerAt } from "#schemas/values/trailing.ts";
import { cancelAllOf } from "#server/standing-orders/cancel-standing.ts";
import { type Heights, noteHeights, raiseMarks } from "#server/standing-orders/raise-marks.ts";
import { secondWatches, standingCollection } from "#server/standing-orders/store.ts";
import { integerFrom, oneOf, randomFrom } from "#tests/faults/stellar/random.ts";
import { DEATHS } from "#tests/money/crash-points.ts";
import { DeadError, Life } from "#tests/money/mortal.ts";
import { startProcess } from "#tests/money/processes.ts";
import { OWNER, Scene } from "./scene.ts";

// Each waits for ledgers that a database and a network have to write, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const SEED = 20_263;
const NEVER = new AbortController().signal;
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
  await scene.takeBack();
});

type Trailing = Extract<StandingTerms, { kind: "trailing-stop" }>;

/** Sells 10 XLM a tenth below the highest bid, at a limit another tenth below that. */
function trailing(fields: Partial<Trailing> = {}): Trailing {
  const pair = { base: "XLM", quote: scene.USD };
  const way = { trail: 1000, limitOffset: 1000, activationPrice: null };
  return { kind: "trailing-stop", side: "sell", ...pair, amount: "10", ...way, expiresAt: null, ...fields };
}

test("it follows the highest bid up, not down, and sells where a ledger leaves the bid so far below", async () => {
  const { uid, mark } = await scene.place(trailing());
  expect(mark).toBe("0.9");
  for (const [bid, expected] of [
    ["0.85", "0.9"],
    ["0.9044", "0.9"],
    ["0.9045", "0.9045"],
    ["1", "1"],
    ["0.95", "1"],
    ["0.9001", "1"],
  ] as const) {
    await scene.setPrices(bid, "1.1");
    await scene.look();
    expect(await scene.order(uid), bid).toMatchObject({ state: "waiting", mark: expected, runs: [] });
  }
  await scene.setPrices("0.9", "1.1");
  const before = await scene.dollars();
  await scene.settle();
  const done = await scene.order(uid);
  expect(done).toMatchObject({ state: "done", mark: "1", runs: [{ outcome: "done", price: "0.9" }] });
  expect((await scene.dollars()) - before).toBe(90_000_000n);
  expect((await scene.told()).at(-1)).toBe("durable-triggered");
});

test("whoever buys follows the lowest ask down; beyond its limit it waits in the book and says at what", async () => {
  const { uid } = await scene.place(trailing({ side: "buy", amount: "5" }));
  await scene.setPrices("0.8", "1");
  await scene.look();
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", mark: "1" });
  await scene.setPrices("0.8", "1.3");
  await scene.settle();
  const done = await scene.order(uid);
  expect(done).toMatchObject({ state: "done", runs: [{ price: "1.3" }] });
  const row = await scene.world.database.collection("orders").findOne({ userId: OWNER, hash: done.runs[0]?.hash });
  // 1 and a tenth, and a tenth of that.
  expect(row).toMatchObject({ side: "buy", price: { n: 121, d: 100 }, state: "open" });
});

test("with a price from which on it follows nothing goes out before, however low the bid", async () => {
  const { uid, mark } = await scene.place(trailing({ activationPrice: "1" }));
  expect(mark).toBeNull();
  for (const bid of ["0.5", "0.99"]) {
    await scene.setPrices(bid, "1.2");
    await scene.settle();
    expect(await scene.order(uid)).toMatchObject({ state: "waiting", mark: null, runs: [] });
  }
  await scene.setPrices("1", "1.2");
  await scene.look();
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", mark: "1" });
  await scene.setPrices("0.9", "1.2");
  await scene.settle();
  expect(await scene.order(uid)).toMatchObject({ state: "done" });
});

test("where nobody makes a price it is not placed but with a price of its own to begin at", async () => {
  await scene.setPrices(null, "1.1");
  await expect(scene.place(trailing())).rejects.toMatchObject({ code: "durable-no-price" });
  expect(await scene.place(trailing({ activationPrice: "1" }))).toMatchObject({ mark: null });
});

test("what is too much for one look is followed in the next ones, though the price has fallen meanwhile", async () => {
  const { uid } = await scene.place(trailing());
  const heights: Heights = new Map();
  await scene.setPrices("1", "1.1");
  const { memory } = scene.feed;
  if (!memory) throw new Error("there is no market");
  await noteHeights(scene.world.runtime, memory, heights);
  await scene.setPrices("0.89", "1.1");
  const late = await scene.place(trailing());
  await noteHeights(scene.world.runtime, memory, heights);
  await raiseMarks(scene.world.runtime, heights, NEVER);
  expect(await scene.order(uid)).toMatchObject({ mark: "1" });
  expect(await scene.order(late.uid), "what was before it does not count").toMatchObject({ mark: "0.89" });
  expect(heights.size).toBe(0);
  await scene.look();
  expect(await scene.order(uid)).toMatchObject({ state: "running" });
});

test("a mark that somebody wrote past the server is neither sold by nor followed", async () => {
  const { uid } = await scene.place(trailing());
  const { watch, trigger } = await scene.order(uid);
  const orders = standingCollection(scene.world.database);
  // With the trigger of the index beside it, as the server would have written them.
  await orders.updateOne({ uid }, { $set: { mark: "2", trigger: `${trigger}`.replace(/^0/, "9") } });
  await scene.look();
  expect(watch).toBe("sell-falls");
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", runsBegun: 0, mark: "2" });
  await orders.updateOne({ uid }, { $set: { mark: "0.1" } });
  await scene.setPrices("1", "1.1");
  await scene.look();
  expect(await scene.order(uid), "it is not sealed anew").toMatchObject({ mark: "0.1", version: 1 });
  await scene.setPrices("0.05", "1.1");
  await scene.look();
  expect(await scene.order(uid)).toMatchObject({ state: "waiting", runsBegun: 0 });
  await orders.deleteOne({ uid });
});

test("an order from before there were marks is believed by its seal of then, and goes out", async () => {
  const { database, clock } = scene.world;
  const { uid } = await scene.place(scene.stop10());
  await standingCollection(database).updateOne({ uid }, { $unset: { mark: 1, markLedger: 1 } });
  await secondWatches.run(database, clock.now());
  expect(await scene.order(uid)).toMatchObject({ mark: null, markLedger: null });
  await scene.setPrices("0.7", "1.1");
  await scene.settle();
  expect(await scene.order(uid)).toMatchObject({ state: "done", runsDone: 1 });
});

/** Of one side at a time: an own order in the way would keep the others waiting. */
test.each(["sell", "buy"] as const)(
  `while processes die, each to %s follows what a plain model does, and goes out where that says, once (seed ${SEED})`,
  async (side) => {
    const random = randomFrom(SEED);
    const fates = randomFrom(SEED + 1);
    const followed: { readonly uid: string; readonly terms: Trailing; mark: string | null; outAt: string | null }[] =
      [];
    let process = startProcess(scene.world, new Life({ ...DEATHS, at: integerFrom(fates, 1, 6) }));
    for (let ledger = 0; ledger < 14; ledger += 1) {
      if (ledger < 8) {
        const activationPrice = oneOf(random, [null, null, "1"]);
        const way = { trail: integerFrom(random, 50, 1500), activationPrice };
        const terms = trailing({ side, amount: "1", ...way });
        const { uid, mark } = await scene.place(terms);
        followed.push({ uid, terms, mark, outAt: null });
      }
      const middle = integerFrom(random, 80, 125);
      const [bid, ask] = [String(middle / 100), String((middle + 2) / 100)];
      await scene.setPrices(bid, ask);
      for (const order of followed) {
        const price = readPrice(order.terms.side === "sell" ? bid : ask);
        if (!price || order.outAt !== null) continue;
        const trigger = order.mark === null ? null : readPrice(triggerAt(order.terms, order.mark));
        const beyond = trigger ? price.n * trigger.d - trigger.n * price.d : null;
        if (beyond !== null && (order.terms.side === "sell" ? beyond <= 0n : beyond >= 0n)) order.outAt = bid;
        else order.mark = markAfter(order.terms, order.mark, price);
      }
      try {
        await scene.look(process);
      } catch (error) {
        if (!(error instanceof DeadError)) throw error;
        process = startProcess(scene.world, new Life({ ...DEATHS, at: integerFrom(fates, 1, 6) }));
      }
      // Whatever died, the next process looks at the same ledger.
      await scene.look();
      for (const { uid, mark, outAt, terms } of followed) {
        const order = await scene.order(uid);
        const where = JSON.stringify({ ledger, bid, terms, outAt });
        expect([order.mark, order.runsBegun], where).toEqual([mark, outAt === null ? 0 : 1]);
      }
    }
    expect(followed.filter(({ outAt }) => outAt !== null).length).toBeGreaterThan(2);
    await scene.settle();
    for (const { uid, outAt } of followed)
      expect(await scene.submissionsOf(await scene.order(uid)), uid).toHaveLength(outAt === null ? 0 : 1);
  },
);
