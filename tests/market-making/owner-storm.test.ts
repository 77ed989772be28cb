import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AppError } from "#schemas/errors.ts";
import type { PoolTerms } from "#schemas/market-making.ts";
import { changePool } from "#server/market-making/change.ts";
import { startPool } from "#server/market-making/start.ts";
import { actCollection, poolCollection } from "#server/market-making/store.ts";
import { orderCollection } from "#server/orders/order-rows.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { cancelOrders } from "#server/trading/cancel-orders.ts";
import { editOrder } from "#server/trading/edit-order.ts";
import { placeOrder } from "#server/trading/place-order.ts";
import { swapAssets } from "#server/trading/swap.ts";
import { allTrades, offersOf } from "#tests/faults/money/ledger.ts";
import { integerFrom, randomFrom } from "#tests/faults/stellar/random.ts";
import { OWNER } from "#tests/standing-orders/scene.ts";
import { traderOf } from "#tests/support/spending.ts";
import { PoolScene } from "./scene.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const AGREED = { networkFee: "0.1", operatorFees: [] };
const TURN_MS = 6000;
const STEPS = 90;

let scene: PoolScene;
beforeAll(async () => {
  scene = await PoolScene.open();
  await scene.scene.setPrices("0.95", "1.05");
  for (let time = 0; time < 4; time += 1) await scene.scene.buySomeDollars();
});
afterAll(() => scene.stop());

const aKey = () => randomBytes(12).toString("hex");

async function open(fields: Partial<PoolTerms> = {}): Promise<string> {
  const { uid } = await scene.openPool(scene.terms(fields));
  await scene.settle();
  return uid;
}

async function unlessRefused(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return "accepted";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** What its owner does by themself, at prices on both sides of the middle. */
function act(random: () => number): Promise<string> {
  const deps = { ...scene.scene.here.deps, sides: scene.scene.sides };
  const [trader, quote] = [traderOf(OWNER), scene.scene.USD];
  const confirmed = { agreed: AGREED, idempotencyKey: aKey() };
  const side = random() < 0.5 ? ("buy" as const) : ("sell" as const);
  const price = (integerFrom(random, 90, 110) / 100).toFixed(2);
  const way = random();
  return unlessRefused(async () => {
    if (way < 0.45) {
      const kind = (["limit", "market", "passive"] as const)[integerFrom(random, 0, 2)] ?? "limit";
      const pair = random() < 0.5 ? { base: "XLM", quote } : { base: quote, quote: "XLM" };
      return placeOrder(deps, trader, { order: { kind, side, ...pair, amount: "1", price }, ...confirmed });
    }
    if (way < 0.6) {
      const [send, receive] = side === "buy" ? [quote, "XLM"] : ["XLM", quote];
      const bounds = { sendAmount: "1", receiveAmount: "0.0000001", path: [] };
      return swapAssets(deps, trader, { swap: { direction: "send", send, receive, ...bounds }, ...confirmed });
    }
    if (way < 0.75) {
      const row = await orderCollection(scene.database).findOne({ userId: OWNER, state: "open", deleted: false });
      if (!row) return null;
      const { offerId, amount, ledger } = row;
      const seen = { amount, price: row.price, ledger };
      return editOrder(deps, trader, { edit: { offerId, amount, price, seen }, ...confirmed });
    }
    if (way < 0.85) return cancelOrders(deps, trader, { cancel: { which: "all" }, ...confirmed });
    const trigger = side === "sell" ? "0.97" : "1.03";
    return scene.scene.place(scene.scene.stop10({ side, amount: "1", triggerPrice: trigger, price }));
  });
}

async function step(random: () => number): Promise<void> {
  const { world, here } = scene.scene;
  const what = random();
  if (what < 0.3) await scene.look();
  else if (what < 0.5) await here.work();
  else if (what < 0.6) await scene.scene.look();
  else if (what < 0.7) {
    const middle = integerFrom(random, 94, 106);
    await scene.scene.setPrices(((middle - 4) / 100).toFixed(2), ((middle + 4) / 100).toFixed(2));
  } else if (what < 0.95) {
    await world.close();
    if (random() < 0.7) {
      await world.ingest();
      await scene.scene.follow();
    }
  } else world.clock.advance(TURN_MS);
}

/** Trades on the ledger of which both sides are accounts of the owner. */
async function ownTrades(): Promise<number> {
  const pools = await poolCollection(scene.database).find({ userId: OWNER }).toArray();
  const own = new Set([scene.scene.address, ...pools.flatMap(({ wallets }) => wallets)]);
  const trades = await allTrades(scene.scene.world.stellar.horizonUrl);
  return trades.filter(({ parties }) => parties.every(({ address }) => own.has(address))).length;
}

test.each(["XLM for dollars", "dollars for XLM"])(
  "an owner who trades beside their pool of %s never meets it",
  async (way) => {
    const seed = Number(process.env["SEED"] ?? Math.floor(performance.now() * 1000) % 100_000);
    console.log(`an owner beside their pool: SEED=${seed}`);
    const random = randomFrom(seed);
    await scene.scene.setPrices("0.95", "1.05");
    const pair = way === "dollars for XLM" ? { base: scene.scene.USD, quote: "XLM" } : {};
    const uid = await open({ spreadPercentage: "2", depthPercentage: "6", ...pair });
    await scene.startPool(uid);
    await scene.settle();
    const answers = new Map<string, number>();
    for (let done = 0; done < STEPS; done += 1) {
      if (random() < 0.5) {
        const answer = await act(random);
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
      await step(random);
      if ((await scene.read(uid)).status === "stopped") await unlessRefused(() => scene.startPool(uid));
    }
    await scene.settle();
    await scene.scene.takeBack();
    await scene.settle();
    expect(await ownTrades()).toBe(0);
    expect((await scene.read(uid)).attempts).toBeGreaterThan(0);
    await scene.drainPool(uid);
    await scene.settle();
    expect(await ownTrades()).toBe(0);
    expect(await scene.read(uid)).toMatchObject({ status: "closed" });
    expect(answers.get("accepted")).toBeGreaterThan(3);
  },
);

test("of two starts at once there is one, and of one key", async () => {
  await scene.scene.setPrices("0.98", "1.02");
  const uid = await open();
  const start = { start: { uid, riskAccepted: true }, agreed: AGREED };
  const key = aKey();
  const begin = (idempotencyKey: string) =>
    unlessRefused(() => startPool(scene.deps(), traderOf(OWNER), { ...start, idempotencyKey }));
  const answers = await Promise.all([begin(key), begin(key), begin(aKey()), begin(aKey())]);
  expect(answers.filter((answer) => answer === "accepted").length).toBeLessThanOrEqual(2);
  expect(answers).toEqual(expect.arrayContaining(["accepted", "market-not-stopped"]));
  expect(await actCollection(scene.database).countDocuments({ uid })).toBe(1);
  await scene.settle();
  const { wallets, offers } = await scene.read(uid);
  const { horizonUrl } = scene.scene.world.stellar;
  const standing = (await Promise.all(wallets.map((wallet) => offersOf(horizonUrl, wallet)))).flat();
  expect(standing).toHaveLength(offers.length);
  expect(offers).toHaveLength(6);
});

test("what was planned by other settings does not go out once they are changed", async () => {
  const [pool] = await poolCollection(scene.database).find({ status: "active" }).toArray();
  if (!pool) throw new Error("there is no pool");
  const { uid } = pool;
  await scene.scene.setPrices("1.06", "1.10");
  await scene.look();
  const { under } = await scene.read(uid);
  expect(under?.act).toBe("refresh");
  const { base: _b, quote: _q, baseAmount: _x, quoteAmount: _y, walletCount: _w, ...settings } = pool.terms;
  await changePool(scene.deps(), traderOf(OWNER), {
    change: { uid, settings: { ...settings, maxTradeSize: "1" } },
    agreed: AGREED,
    idempotencyKey: aKey(),
  });
  const planned = await submissionCollection(scene.database).findOne({ id: under?.submissionId ?? 0 });
  expect(planned).toMatchObject({ state: "failed", attempt: null });
  await scene.settle();
  const { status, offers } = await scene.read(uid);
  expect(status).toBe("active");
  expect(offers.length).toBeGreaterThan(0);
  expect(offers.every(({ amount }) => Number(amount) <= 1.01)).toBe(true);
});
