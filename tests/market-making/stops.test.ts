import { Asset, Operation } from "@stellar/stellar-sdk";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { PoolTerms } from "#schemas/market-making.ts";
import { look } from "#server/market-making/look.ts";
import type { Memory } from "#server/market-making/memory.ts";
import { type PoolDocument, poolCollection, putPool } from "#server/market-making/store.ts";
import { assetOfKey, toSdkAsset } from "#server/platform/network/assets.ts";
import { PoolScene } from "./scene.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let scene: PoolScene;
beforeAll(async () => {
  scene = await PoolScene.open();
});
afterAll(() => scene.stop());
afterEach(async () => {
  await scene.scene.setPrices("0.98", "1.02");
  for (const { uid } of await poolCollection(scene.database)
    .find({ status: { $ne: "closed" } })
    .toArray())
    await scene.drainPool(uid);
  await scene.settle();
});

async function running(fields: Partial<PoolTerms> = {}): Promise<PoolDocument> {
  await scene.scene.setPrices("0.98", "1.02");
  const { uid } = await scene.openPool(scene.terms(fields));
  await scene.settle();
  await scene.startPool(uid);
  await scene.settle();
  const pool = await scene.read(uid);
  expect(pool).toMatchObject({ status: "active", stop: null, reason: "" });
  expect(pool.offers.length).toBeGreaterThan(0);
  return pool;
}

function pricesOf({ offers }: PoolDocument): string[] {
  return offers.map(({ price }) => price).toSorted();
}

test("a ladder at a price by name stops once the market has left that price", async () => {
  const { uid } = await running({ reference: { kind: "fixed", targetPrice: "1" }, priceMargin: "10" });
  await scene.scene.setPrices("1.14", "1.18");
  await scene.settle();
  expect(await scene.read(uid)).toMatchObject({ status: "stopped", stop: "price-margin", offers: [] });
  // It comes back by itself to nothing: somebody starts it.
  await scene.scene.setPrices("0.98", "1.02");
  await scene.settle();
  expect(await scene.read(uid)).toMatchObject({ status: "stopped", offers: [] });
  await scene.startPool(uid);
  await scene.settle();
  expect((await scene.read(uid)).offers.length).toBeGreaterThan(0);
});

test("offers that are less than its own smallest move no ladder", async () => {
  const pool = await running({ minTradeSize: "1" });
  const stranger = await scene.scene.world.stranger();
  const usd = toSdkAsset(assetOfKey(scene.scene.USD));
  const dust = Operation.manageSellOffer({ selling: Asset.native(), buying: usd, amount: "0.9", price: "0.99" });
  await scene.scene.world.apply([stranger], [Operation.changeTrust({ asset: usd }), dust]);
  await scene.settle();
  const after = await scene.read(pool.uid);
  // Bids that would have met it stand outside of it; nothing else has moved.
  const asks = ({ offers }: PoolDocument) => offers.filter(({ side }) => side === "sell").map(({ price }) => price);
  expect(asks(after).toSorted()).toEqual(asks(pool).toSorted());
  expect(after).toMatchObject({ status: "active", lastPrice: pool.lastPrice });
  expect(pricesOf(after).every((price) => Number(price) !== 0.99)).toBe(true);
  await scene.scene.world.apply(
    [stranger],
    [Operation.manageSellOffer({ selling: Asset.native(), buying: usd, amount: "2", price: "0.997" })],
  );
  await scene.settle();
  expect(Number((await scene.read(pool.uid)).lastPrice)).toBeCloseTo(0.9885, 6);
});

test("what is missing of what fills and fees explain stops it", async () => {
  const { uid } = await running();
  const { runtime } = scene.deps();
  const pool = await scene.read(uid);
  const counted = { ...pool.counted, quote: String(BigInt(pool.counted.quote) + 1n) };
  await scene.database.transaction((session) => putPool(runtime, session, pool, { counted }));
  await scene.settle();
  expect(await scene.read(uid)).toMatchObject({ status: "stopped", stop: "reconciliation", offers: [] });
});

test("what a stranger gives it is no difference", async () => {
  const { uid, wallets } = await running();
  const stranger = await scene.scene.world.stranger();
  await scene.scene.world.apply(
    [stranger],
    [Operation.payment({ destination: wallets[0] ?? "", asset: Asset.native(), amount: "3" })],
  );
  await scene.settle();
  expect(await scene.read(uid)).toMatchObject({ status: "active" });
});

test("a ledger is looked at once, and again where the pool was changed", async () => {
  const { uid } = await running();
  const memory: Memory = new Map();
  const here = scene.deps();
  let transactions = 0;
  const database: typeof here.runtime.database = {
    ...here.runtime.database,
    transaction: (work) => {
      transactions += 1;
      return here.runtime.database.transaction(work);
    },
  };
  const counted = async () => {
    transactions = 0;
    await look({ ...here, runtime: { ...here.runtime, database } }, memory, new AbortController().signal);
    return transactions;
  };
  // The first time its row is written as well.
  await counted();
  await counted();
  expect(await counted()).toBe(0);
  await scene.scene.world.close();
  await scene.scene.world.ingest();
  await scene.scene.follow();
  expect(await counted()).toBeGreaterThan(0);
  expect(await counted()).toBe(0);
  await scene.stopPool(uid);
  expect(await counted()).toBeGreaterThan(0);
});
