import { Asset, getLiquidityPoolId, type Keypair, LiquidityPoolAsset, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestNetwork } from "#server/embedded/stellar/test-network.ts";
import type { TestNetwork } from "#server/embedded/stellar/test-network.ts";

const XLM = Asset.native();
const PRICES = ["5", "1", "4", "2", "3"];

let network: TestNetwork;
let maker: Keypair;
let usd: Asset;
let eur: Asset;

/** Offers of several pairs in turn, none in the order of its price. */
beforeAll(async () => {
  network = await startTestNetwork();
  maker = await network.fund();
  usd = new Asset("USD", maker.publicKey());
  eur = new Asset("EUR", maker.publicKey());
  const sell = (selling: Asset, buying: Asset, price: string) =>
    Operation.createPassiveSellOffer({ selling, buying, amount: "1", price });
  const offers = PRICES.flatMap((price) => [
    sell(usd, XLM, price),
    sell(eur, XLM, price),
    sell(XLM, usd, price),
    sell(usd, eur, price),
  ]);
  const deposits = [usd, eur].flatMap((asset) => poolOf(XLM, asset));
  await network.run(maker, [...offers, ...deposits]);
});
afterAll(() => network.stop());

function poolOf(assetA: Asset, assetB: Asset) {
  const asset = new LiquidityPoolAsset(assetA, assetB, 30);
  const liquidityPoolId = Buffer.from(
    getLiquidityPoolId("constant_product", asset.getLiquidityPoolParameters()),
  ).toString("hex");
  const maxAmounts = { maxAmountA: "10", maxAmountB: "10" };
  return [
    Operation.changeTrust({ asset }),
    Operation.liquidityPoolDeposit({ liquidityPoolId, ...maxAmounts, minPrice: "1", maxPrice: "1" }),
  ];
}

async function allOffers() {
  return (await network.horizon.offers().limit(200).call()).records;
}

test.each(["asc", "desc"] as const)(
  "offers between two assets are told page by page in the order of ids, %s",
  async (order) => {
    const all = await allOffers();
    const between = all.filter(({ selling, buying }) => selling.asset_code === "USD" && buying.asset_type === "native");
    const told: string[] = [];
    let page = await network.horizon.offers().selling(usd).buying(XLM).order(order).limit(2).call();
    while (page.records.length > 0) {
      expect(page.records.length).toBeLessThanOrEqual(2);
      told.push(...page.records.map(({ id }) => String(id)));
      page = await page.next();
    }
    const ids = between.map(({ id }) => String(id));
    expect(ids).toHaveLength(PRICES.length);
    expect(told).toEqual(order === "asc" ? ids : ids.toReversed());
  },
);

test("a seller and a sponsor narrow them down", async () => {
  const between = () => network.horizon.offers().selling(usd).buying(XLM).limit(2);
  const stranger = await network.fund();
  const own = await between().seller(maker.publicKey()).call();
  expect(own.records).toHaveLength(2);
  expect((await between().seller(stranger.publicKey()).call()).records).toEqual([]);
  expect((await between().sponsor(stranger.publicKey()).call()).records).toEqual([]);
});

test("two assets have one pool, in either order, and one asset all that hold it", async () => {
  const poolsOf = async (...assets: Asset[]) =>
    (
      await network.horizon
        .liquidityPools()
        .forAssets(...assets)
        .call()
    ).records.map(({ id }) => String(id));
  const [xlmUsd] = await poolsOf(XLM, usd);
  expect(await poolsOf(usd, XLM)).toEqual([xlmUsd]);
  expect(await poolsOf(usd, eur)).toEqual([]);
  expect((await poolsOf(XLM)).toSorted()).toEqual((await poolsOf()).toSorted());
  expect(await poolsOf(usd)).toEqual([xlmUsd]);
});
