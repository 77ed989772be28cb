import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { PoolStop, PoolTerms } from "#schemas/market-making.ts";
import type { MarketDeps } from "#server/market-making/deps.ts";
import { look } from "#server/market-making/look.ts";
import type { Memory } from "#server/market-making/memory.ts";
import { offerCollection, type PoolDocument, poolCollection } from "#server/market-making/store.ts";
import { assetOfKey, toSdkAsset } from "#server/platform/network/assets.ts";
import { haltAsset, resumeAsset } from "#server/platform/submissions/halts.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { swapAssets } from "#server/trading/swap.ts";
import { OWNER } from "#tests/standing-orders/scene.ts";
import { traderOf } from "#tests/support/spending.ts";
import { PoolScene } from "./scene.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const NEVER = new AbortController().signal;
/** Longer than a pool stands in the book blindly, in ms. */
const BLIND_MS = 31_000;

let scene: PoolScene;
beforeAll(async () => {
  scene = await PoolScene.open();
});
afterAll(() => scene.stop());
afterEach(async () => {
  scene.scene.feed.state = "live";
  await scene.scene.setPrices("0.98", "1.02");
  for (const { uid } of await poolCollection(scene.database)
    .find({ status: { $ne: "closed" } })
    .toArray())
    await scene.drainPool(uid);
  await scene.settle();
});

async function running(fields: Partial<PoolTerms> = {}): Promise<PoolDocument> {
  await scene.scene.setPrices("0.98", "1.02");
  // What the market took of them in the test before.
  await scene.scene.buySomeDollars();
  const { uid } = await scene.openPool(scene.terms(fields));
  await scene.settle();
  await started(uid);
  return scene.read(uid);
}

async function started(uid: string): Promise<void> {
  await scene.startPool(uid);
  await scene.settle();
  const pool = await scene.read(uid);
  expect(pool).toMatchObject({ status: "active", stop: null, reason: "" });
  expect(pool.offers.length).toBeGreaterThan(0);
}

/** A look of a process of which something is otherwise. */
function lookWith(deps: Partial<MarketDeps>, memory: Memory = new Map()): Promise<number> {
  return look({ ...scene.deps(), ...deps }, memory, NEVER);
}

/** A process that saw the market last a while ago. */
function longAgo({ id, startedAt }: PoolDocument): Memory {
  const [startedAtMs, seenAtMs] = [startedAt?.getTime() ?? 0, performance.now() - BLIND_MS];
  return new Map([[id, { startedAtMs, seenAtMs, restedAt: "", toldAtMs: 0, peak: 0n }]]);
}

/** It stopped by this and came out of the book; once the cause is over nothing is offered for it until it is started. */
async function staysStopped({ uid, wallets }: PoolDocument, stop: PoolStop): Promise<void> {
  const offered = () => offerCollection(scene.database).countDocuments({ wallet: { $in: [...wallets] } });
  await scene.settle();
  const stopped = await scene.read(uid);
  expect(stopped).toMatchObject({ status: "stopped", isActive: false, stop, offers: [] });
  expect(await offered()).toBe(0);
  scene.scene.feed.state = "live";
  await scene.scene.setPrices("0.98", "1.02");
  for (let turn = 0; turn < 3; turn += 1) await scene.settle();
  const { attempts } = stopped;
  expect(await scene.read(uid)).toMatchObject({ status: "stopped", stop, attempts, offers: [] });
  expect(await offered()).toBe(0);
  await started(uid);
}

test("a worth so far below its highest stops it", async () => {
  const pool = await running({ maxDrawdown: 10 });
  await scene.scene.setPrices("0.58", "0.62");
  await staysStopped(pool, "drawdown");
});

test("a day that lost so much stops it", async () => {
  const pool = await running({ maxDailyLoss: "3" });
  await scene.scene.setPrices("0.58", "0.62");
  await staysStopped(pool, "daily-loss");
});

test("more fills within a minute than it may have stop it", async () => {
  const pool = await running({ maxFillsPerMinute: 1 });
  const { world, USD } = scene.scene;
  const stranger = await world.stranger();
  const usd = toSdkAsset(assetOfKey(USD));
  // The clock of the network is behind that of the test.
  const ahead = world.clock.now().getTime() - Date.now();
  world.clock.advance(-ahead);
  const price = "0.8";
  const takeBids = Operation.manageSellOffer({ selling: Asset.native(), buying: usd, amount: "1500", price });
  await world.apply([stranger], [Operation.changeTrust({ asset: usd }), takeBids]);
  await world.ingest();
  await scene.scene.follow();
  await scene.look();
  world.clock.advance(ahead);
  expect((await scene.read(pool.uid)).tradeCount).toBeGreaterThan(1);
  await staysStopped(pool, "fills");
});

test("a market of which nothing is known for half a minute stops it, and for a moment does not", async () => {
  const pool = await running();
  scene.scene.feed.state = "behind";
  await lookWith({});
  expect(await scene.read(pool.uid)).toMatchObject({ status: "active" });
  await lookWith({}, longAgo(pool));
  await staysStopped(pool, "feed");
});

test("so do balances that nobody knows while the market goes on", async () => {
  const pool = await running();
  const { memory } = scene.scene.feed;
  if (!memory) throw new Error("there is no market");
  const { index, ledger } = memory;
  const feed = { ...scene.scene.feed, memory: { index, ledger: ledger + 5 }, place: () => scene.scene.feed.place() };
  await lookWith({ feed });
  expect(await scene.read(pool.uid)).toMatchObject({ status: "active" });
  await lookWith({ feed }, longAgo(pool));
  await staysStopped(pool, "feed");
});

test("a network that asks for more than a ladder is worth stops it", async () => {
  const pool = await running();
  await scene.scene.setPrices("1.06", "1.10");
  await lookWith({ network: { ...scene.deps().network, feeBid: () => Promise.resolve(200_000n) } });
  expect((await scene.read(pool.uid)).reason).not.toBe("");
  await staysStopped(pool, "fee");
});

test("a check that goes wrong stops it", async () => {
  const pool = await running();
  const known = () => {
    throw new TypeError("what is no price");
  };
  await lookWith({ sides: { ...scene.deps().sides, known } });
  await staysStopped(pool, "check");
});

test("an asset that is no longer listed stops it", async () => {
  const pool = await running();
  const { memory } = scene.scene.feed;
  if (!memory) throw new Error("there is no market");
  const { ledger } = memory;
  const isListed = () => false;
  const index = Object.assign(Object.create(memory.index), { isListed });
  await lookWith({ feed: { ...scene.scene.feed, memory: { index, ledger }, place: () => scene.scene.feed.place() } });
  await staysStopped(pool, "market");
});

test("an asset whose payments are halted stops it", async () => {
  const pool = await running();
  const usd = assetOfKey(scene.scene.USD);
  await haltAsset(scene.deps().runtime, usd, "balances differ", null);
  await scene.settle();
  expect(await scene.read(pool.uid)).toMatchObject({ status: "stopped", stop: "reconciliation" });
  await resumeAsset(scene.database, usd, null);
  await staysStopped(pool, "reconciliation");
});

test("a trade of its owner that stays under way at any price has its offers out of the book", async () => {
  const pool = await running({ quoteAmount: "0" });
  const bounds = { sendAmount: "1", receiveAmount: "0.1", path: [] };
  const swap = { direction: "send" as const, send: "XLM", receive: scene.scene.USD, ...bounds };
  const deps = { ...scene.scene.here.deps, sides: scene.scene.sides };
  const agreed = { networkFee: "0.1", operatorFees: [] };
  await swapAssets(deps, traderOf(OWNER), { swap, agreed, idempotencyKey: "a-swap-that-waits" });
  await lookWith({});
  expect((await scene.read(pool.uid)).under).toBeNull();
  await lookWith({}, longAgo(pool));
  const { under } = await scene.read(pool.uid);
  const planned = await submissionCollection(scene.database).findOne({ id: under?.submissionId ?? 0 });
  expect(planned?.steps.map(({ type }) => type)).toEqual(pool.offers.map(() => "cancel_offer"));
  await scene.settle();
  expect(await scene.read(pool.uid)).toMatchObject({ status: "active" });
});
