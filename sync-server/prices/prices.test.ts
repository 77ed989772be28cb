import { Asset, Claimant, Keypair, Operation } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AssetPrice, PriceHistoryOutput, PricesOutput } from "#schemas/markets.ts";
import { listingReader } from "#server/listed-assets/index.ts";
import { claimableCollection } from "#server/claimables/claimables.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { openHorizonMarkets } from "#server/platform/network/horizon-markets.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";
import { refreshPrices } from "./refresh-prices.ts";
import { pointCollection, priceCollection } from "./store.ts";
import { forgetUnwanted, lastPriceOf, want, WANTED_FOR_MS } from "./wanted.ts";

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

describe("what is asked for", () => {
  let ana: TestUser;
  const strange = (number: number) => ({ assetCode: `S${number}`, issuer: Keypair.random().publicKey() });
  const waiting = () => priceCollection(app.database).countDocuments({ isListed: false });

  beforeAll(async () => {
    app = await startTestApp();
    ana = await aUser(app);
    await eventually(() => accountCollection(app.database).findOne({ userId: ana.user.id, exists: true }));
  });
  afterAll(() => app.stop());

  test("an asset that somebody only names is not priced, one that they hold is", async () => {
    const before = await waiting();
    const { assetCode, issuer } = strange(1);
    const payload = { to: ana.user.walletAddress, assetCode, issuer, amount: "1" };
    const check = { method: "POST", url: "/api/wallet/send/check", headers: { cookie: ana.cookie }, payload } as const;
    const response = await app.server.inject(check);
    expect(response.statusCode, response.body).toBe(200);
    expect(await waiting()).toBe(before);
    const line = { assetCode, issuer, balance: "1", limit: "10", isAuthorized: true, selling: "0", buying: "0" };
    await accountCollection(app.database).updateOne({ userId: ana.user.id }, { $set: { lines: [line] } });
    expect(await lastPriceOf(app.runtime, ana.user.id, { assetCode, issuer })).toBeNull();
    expect(await waiting()).toBe(before + 1);
  });

  test("one person brings so many assets and no more, and keeps no one else from bringing theirs", async () => {
    const own = (count: number) => Array.from({ length: count }, (_, number) => strange(number));
    const before = await waiting();
    await want(app.runtime, own(90), { userId: 7, as: "claimant" });
    expect(await want(app.runtime, own(90), { userId: 7, as: "claimant" })).toBe(true);
    expect(await want(app.runtime, own(90), { userId: 7, as: "claimant" })).toBe(false);
    expect(await waiting()).toBe(before + 100);
    expect(await want(app.runtime, own(1), { userId: 7, as: "holder" })).toBe(true);
    expect(await want(app.runtime, own(1), { userId: 8, as: "claimant" })).toBe(true);
  });

  test("what nobody asked for in a month goes, unless it had a price", async () => {
    const [gone, priced] = [strange(1), strange(2)];
    await want(app.runtime, [gone, priced], { userId: 9, as: "holder" });
    const prices = priceCollection(app.database);
    const wantedAt = new Date(app.clock.now().getTime() - WANTED_FOR_MS);
    await prices.updateMany({ issuer: { $in: [gone.issuer, priced.issuer] } }, { $set: { wantedAt } });
    await prices.updateOne({ issuer: priced.issuer }, { $set: { lastXlm: { price: "3", at: wantedAt } } });
    const before = await waiting();
    await forgetUnwanted(app.runtime);
    expect(await waiting()).toBe(before - 1);
    expect(await prices.findOne({ issuer: gone.issuer })).toBeNull();
    expect((await lastPriceOf(app.runtime, 9, priced))?.xlm?.price).toBe("3");
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

  /** Reads its market once more, in a ledger of its own. */
  async function readCoin(): Promise<void> {
    const coins = priceCollection(app.database);
    const ledgerOf = async () => (await openRpcNetwork(app.config.stellar).head()).closedAt.getTime();
    const last = (await coins.findOne({ assetCode: "COIN" }))?.readings.at(-1)?.at.getTime() ?? 0;
    await eventually(async () => (await ledgerOf()) > last);
    await coins.updateOne({ assetCode: "COIN" }, { $set: { dueAt: new Date(0) } });
    await refresh();
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
    await readCoin();
    expect((await pricesFor(ana)).of("COIN")?.xlm ?? null).toBeNull();
    await eventually(async () => {
      await readCoin();
      return (await pricesFor(ana)).of("COIN")?.xlm;
    }, 60_000);
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
    const { of } = await pricesFor(ana);
    await readCoin();
    expect((await pricesFor(ana)).of("COIN")).toMatchObject({ xlm: null, usd: null });
    expect(await priceCollection(app.database).findOne({ assetCode: "COIN" })).toMatchObject({ why: "thin" });
    // Limits go on by what it was.
    const known = await lastPriceOf(app.runtime, ben.user.id, { assetCode: "COIN", issuer: maker.address });
    expect(known).toMatchObject({ xlm: { price: of("COIN")?.xlm }, usd: { price: of("COIN")?.usd } });
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
