import { Asset, Claimant, Operation } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AssetPrice, PriceHistoryOutput, PricesOutput } from "#schemas/markets.ts";
import { listingReader } from "#server/listed-assets/index.ts";
import { claimableCollection } from "#server/platform/ingest/claimables.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { openHorizonMarkets } from "#server/platform/network/horizon-markets.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";
import { refreshPrices } from "./refresh-prices.ts";
import { pointCollection, priceCollection } from "./store.ts";

const NEVER = new AbortController().signal;
const Book = v.object({ bids: v.array(v.unknown()), asks: v.array(v.unknown()) });
const Offers = v.object({ _embedded: v.object({ records: v.array(v.object({ id: v.string() })) }) });
let app: TestApp;

function refresh(horizonUrls: readonly string[] = app.config.stellar.horizonUrls): Promise<void> {
  const config = { ...app.config.stellar, horizonUrls };
  const source = openHorizonMarkets(config, openRpcNetwork(config), 2000);
  const { runtime } = app;
  return refreshPrices({ runtime, source, listing: listingReader(runtime), rules: app.config.prices }, NEVER);
}

async function pricesFor({ cookie }: TestUser) {
  const response = await app.server.inject({ method: "GET", url: "/api/markets/prices", headers: { cookie } });
  expect(response.statusCode, response.body).toBe(200);
  const answer = v.parse(PricesOutput, response.json());
  const of = (code: string): AssetPrice | undefined => answer.prices.find(({ assetCode }) => assetCode === code);
  return { ...answer, of };
}

async function historyFor({ cookie }: TestUser, asset: string, range = "1d") {
  const url = `/api/markets/price-history?asset=${asset}&range=${range}`;
  const response = await app.server.inject({ method: "GET", url, headers: { cookie } });
  expect(response.statusCode, response.body).toBe(200);
  return v.parse(PriceHistoryOutput, response.json()).points;
}

describe("where nothing is listed", () => {
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  test("XLM is worth itself, and nobody invents a price in dollars", async () => {
    const ana = await aUser(app);
    await refresh();
    const { prices, at, asOfLedger } = await pricesFor(ana);
    expect(prices).toMatchObject([{ assetCode: "XLM", issuer: "", usd: null, xlm: "1", change24h: null }]);
    expect(Date.parse(at ?? "")).toBeGreaterThan(0);
    expect(asOfLedger).toBeGreaterThan(0);
    expect(await historyFor(ana, "XLM")).toEqual([]);
  });
});

describe("with the demo market", () => {
  let ana: TestUser;
  let ben: TestUser;
  let trader: Outsider;
  let usdc: Asset;
  let coin: Asset;
  let maker: Outsider;

  beforeAll(async () => {
    app = await startTestApp({ hasDemo: true });
    [ana, ben, trader, maker] = await Promise.all([
      aUser(app),
      aUser(app),
      anOutsider(app.stellar),
      anOutsider(app.stellar),
    ]);
    const listed = await eventually(async () => (await listingReader(app.runtime)()).assets[0]);
    usdc = new Asset(listed.assetCode, listed.issuer);
    coin = new Asset("COIN", maker.address);
    await eventually(() => accountCollection(app.database).findOne({ userId: ana.user.id, exists: true }));
    await eventually(bookStands, 30_000);
  });
  afterAll(() => app.stop());

  async function bookStands(): Promise<boolean> {
    const query = `selling_asset_type=credit_alphanum4&selling_asset_code=USDC&selling_asset_issuer=${usdc.getIssuer()}`;
    const response = await fetch(`${app.stellar.horizonUrl}/order_book?${query}&buying_asset_type=native`);
    const book = v.safeParse(Book, await response.json());
    return book.success && book.output.bids.length > 5 && book.output.asks.length > 5;
  }

  /** Buys dollars with XLM. */
  function buyDollars(amount: string) {
    const buying = { selling: Asset.native(), buying: usdc, buyAmount: amount, price: "50" };
    return trader.apply(Operation.manageBuyOffer(buying));
  }

  test("a market in which nothing was ever traded sets no price; once something is, it does", async () => {
    await refresh();
    const before = await priceCollection(app.database).findOne({ _id: "XLM" });
    // The demo market may have traded by itself by now.
    if (before?.usd === null) expect(before.why).toBe("stale");
    await trader.apply(Operation.changeTrust({ asset: usdc }));
    await buyDollars("100");
    await refresh();
    const { of, at } = await pricesFor(ana);
    const [xlm, dollar] = [of("XLM"), of("USDC")];
    expect(dollar).toMatchObject({ usd: "1" });
    expect(xlm).toMatchObject({ xlm: "1", at });
    // Each is the other turned over, to their twelve digits.
    expect(Number(xlm?.usd) * Number(dollar?.xlm)).toBeCloseTo(1, 10);
    expect(Number(xlm?.usd)).toBeGreaterThan(0.01);
    expect(Number(xlm?.usd)).toBeLessThan(10);
  });

  test("trades become the history, and one more writes what is there anew", async () => {
    const points = await historyFor(ana, `USDC-${usdc.getIssuer()}`);
    expect(points.length).toBeGreaterThanOrEqual(1);
    expect(points[0]).toMatchObject({ usd: "1" });
    const all = await historyFor(ana, "XLM", "all");
    expect(Number(all[0]?.usd)).toBeGreaterThan(0.01);
    const count = () => pointCollection(app.database).countDocuments({ asset: "XLM", size: "1d" });
    const before = await count();
    await buyDollars("100");
    await refresh();
    expect(await count()).toBeLessThanOrEqual(before + 1);
    const days = await pointCollection(app.database).find({ size: "1d" }).toArray();
    expect(days.every(({ expiresAt }) => expiresAt === undefined)).toBe(true);
    const quarters = await pointCollection(app.database).find({ size: "15m" }).toArray();
    expect(quarters.length).toBeGreaterThan(0);
    expect(quarters.every(({ expiresAt }) => expiresAt instanceof Date)).toBe(true);
  });

  test("an asset that is only held is priced for those who hold it, and told to nobody else", async () => {
    await maker.apply(
      Operation.createClaimableBalance({
        asset: coin,
        amount: "7",
        claimants: [new Claimant(ana.user.walletAddress ?? "")],
      }),
    );
    await eventually(() => claimableCollection(app.database).findOne({ assetCode: "COIN" }));
    expect((await pricesFor(ana)).of("COIN")).toBeUndefined();
    await trader.apply(Operation.changeTrust({ asset: coin }));
    await maker.apply(
      Operation.manageSellOffer({ selling: coin, buying: Asset.native(), amount: "5000", price: "0.51" }),
      Operation.payment({ destination: trader.address, asset: coin, amount: "5000" }),
    );
    await trader.apply(
      Operation.manageBuyOffer({ selling: Asset.native(), buying: coin, buyAmount: "5000", price: "0.5" }),
    );
    await trader.apply(
      Operation.manageBuyOffer({ selling: Asset.native(), buying: coin, buyAmount: "10", price: "0.51" }),
    );
    await priceCollection(app.database).updateOne({ assetCode: "COIN" }, { $set: { dueAt: new Date(0) } });
    await refresh();
    const { of } = await pricesFor(ana);
    expect(of("COIN")).toMatchObject({ xlm: "0.505", issuer: maker.address });
    expect(Number(of("COIN")?.usd)).toBeCloseTo(0.505 * Number(of("XLM")?.usd), 9);
    expect((await pricesFor(ben)).of("COIN")).toBeUndefined();
    const key = `COIN-${maker.address}`;
    expect((await historyFor(ana, key)).length).toBeGreaterThan(0);
    expect(await historyFor(ben, key)).toEqual([]);
  });

  test("a book that somebody emptied sets no price any more", async () => {
    const response = await fetch(`${app.stellar.horizonUrl}/offers?seller=${maker.address}`);
    const [offer] = v.parse(Offers, await response.json())._embedded.records;
    await maker.apply(
      Operation.manageSellOffer({
        selling: coin,
        buying: Asset.native(),
        amount: "0",
        price: "0.51",
        offerId: offer?.id ?? "",
      }),
    );
    await priceCollection(app.database).updateOne({ assetCode: "COIN" }, { $set: { dueAt: new Date(0) } });
    await refresh();
    expect((await pricesFor(ana)).of("COIN")).toMatchObject({ xlm: null, usd: null });
    expect(await priceCollection(app.database).findOne({ assetCode: "COIN" })).toMatchObject({ why: "thin" });
  });

  test("without a Horizon, or with one of another network, the last prices stand with their date", async () => {
    const before = await pricesFor(ana);
    await expect(refresh(["http://127.0.0.1:1"])).rejects.toThrow(NetworkError);
    const config = { ...app.config.stellar, passphrase: "another network" };
    const source = openHorizonMarkets(config, openRpcNetwork(app.config.stellar));
    await expect(source.head()).rejects.toThrow("of another network");
    const after = await pricesFor(ana);
    expect(after.of("XLM")?.usd).toBe(before.of("XLM")?.usd);
    expect(after.of("XLM")?.at).toBe(before.of("XLM")?.at);
    await refresh(["http://127.0.0.1:1", app.stellar.horizonUrl]);
    expect(Date.parse((await pricesFor(ana)).at ?? "")).toBeGreaterThanOrEqual(Date.parse(before.at ?? ""));
  });
});
