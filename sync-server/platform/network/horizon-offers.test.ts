import { type Keypair, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFakeService } from "#tests/support/fake-http.ts";
import { offersAt, tradesAt } from "#tests/markets/compare.ts";
import { Town, type Traded } from "#tests/markets/town.ts";
import { openHorizonSnapshots } from "./horizon-offers.ts";
import { CANDLE_MS, type LedgerTrade, type PricedCandle, type TradePrice } from "./markets.ts";
import { readMarketChanges } from "./market-changes.ts";

const OFFERS = 330;
let town: Town;
let usd: Traded;
let xlm: Traded;
let maker: Keypair;
let taker: Keypair;
let trades: readonly LedgerTrade[];

/** Many offers, half of which are taken one after the other, at prices that come again. */
beforeAll(async () => {
  town = await Town.open("snapshots", { people: 2, assets: 2 });
  const [first, second] = town.assets;
  const [some, other] = town.people;
  if (!first || !second || !some || !other) throw new Error("an empty town");
  [xlm, usd, maker, taker] = [first, second, some, other];
  const offer = (n: number) =>
    Operation.manageSellOffer({
      selling: usd.asset,
      buying: xlm.asset,
      amount: "1",
      price: { n: 100 + (n % 50), d: 100 - (n % 7) },
    });
  for (let from = 0; from < OFFERS; from += 100)
    await town.must({
      source: maker,
      operations: Array.from({ length: Math.min(100, OFFERS - from) }, (_, n) => offer(from + n)),
    });
  for (let payment = 0; payment < 50; payment += 1)
    await town.must({
      source: payment % 3 === 0 ? maker : taker,
      operations: [payment % 3 === 0 ? offer(payment) : take()],
    });
  trades = (await town.news()).flatMap(({ transactions }) => readMarketChanges(transactions).trades);
});
afterAll(() => town.stop());

function take() {
  return Operation.pathPaymentStrictReceive({
    sendAsset: xlm.asset,
    sendMax: "100",
    destination: taker.publicKey(),
    destAsset: usd.asset,
    destAmount: "6.5",
    path: [],
  });
}

test("offers are told page by page, each with the ledger that it is of", async () => {
  const first = await town.snapshots.offers(usd.name, xlm.name, null);
  expect(first).toMatchObject({ ledger: town.ledger, next: null });
  const most = Array.from({ length: 100 }, (_, n) => 300 + n);
  const far = most.map((n) =>
    Operation.manageSellOffer({ selling: usd.asset, buying: xlm.asset, amount: "1", price: { n, d: 1 } }),
  );
  await town.must({ source: maker, operations: far });
  const page = await town.snapshots.offers(usd.name, xlm.name, null);
  expect(page).toMatchObject({ ledger: town.ledger, next: page.offers[199]?.offerId });
  const all = await offersAt(town.snapshots, { base: usd.name, counter: xlm.name });
  expect(all.map(({ offerId }) => offerId).toSorted()).toEqual(town.offersOf(maker).toSorted());
  expect(all.slice(0, 200)).toEqual(page.offers);
  expect(await town.snapshots.offers(xlm.name, usd.name, null)).toMatchObject({ offers: [], next: null });
  expect(await town.snapshots.pool({ base: xlm.name, counter: usd.name })).toEqual({ ledger: town.ledger, pool: null });
});

test("past trades come before a trade, the newest first, and the same the other way round", async () => {
  const pair = { base: xlm.name, counter: usd.name };
  expect(trades.length).toBeGreaterThan(200);
  expect(await tradesAt(town.snapshots, pair)).toEqual(trades);
  expect(await tradesAt(town.snapshots, { base: usd.name, counter: xlm.name })).toEqual(trades);
  expect(await town.snapshots.trades(pair, trades[7]?.id ?? null, 3)).toEqual(trades.slice(4, 7).toReversed());
});

test.each(["1m", "5m", "15m", "1h", "1d", "1w"] as const)("candles of %s are what the trades come to", async (size) => {
  const [first, last] = [trades[0], trades.at(-1)];
  if (!first || !last) throw new Error("no trades");
  const span = { fromMs: first.closedAt.getTime(), toMs: last.closedAt.getTime() + 1 };
  const pair = { base: usd.name, counter: xlm.name };
  const candles = await town.markets.candles(pair, { size, ...span });
  expect(candles).toEqual(candlesOf(trades, CANDLE_MS[size]));
});

test("an answer that does not say of which ledger it is, is none", async () => {
  const service = await startFakeService(({ path }) => {
    const root = { network_passphrase: "Fake", history_latest_ledger: 9, history_latest_ledger_closed_at: NOW };
    return { status: 200, body: path === "/" ? root : { _embedded: { records: [] } } };
  });
  try {
    const config = { horizonUrls: [service.url], passphrase: "Fake", rpcUrls: [], friendbotUrl: null, demoUrl: null };
    const source = openHorizonSnapshots(config, { head: () => Promise.resolve({ sequence: 9, closedAt: new Date() }) });
    await expect(source.offers(usd.name, xlm.name, null)).rejects.toThrow("of which ledger");
    await expect(source.pool({ base: usd.name, counter: xlm.name })).rejects.toThrow("of which ledger");
    expect(await source.trades({ base: usd.name, counter: xlm.name }, null, 5)).toEqual([]);
  } finally {
    await service.stop();
  }
});

const NOW = "2026-06-01T12:00:00Z";

/** All trades give USD for XLM: prices are XLM for one USD. */
function candlesOf(all: readonly LedgerTrade[], stretchMs: number): PricedCandle[] {
  const byStart = Map.groupBy(all, ({ closedAt }) => Math.floor(closedAt.getTime() / stretchMs) * stretchMs);
  return [...byStart].map(([startMs, some]) => {
    const prices = some.map(({ price }) => price);
    const [open, close] = [prices[0], prices.at(-1)];
    if (!open || !close) throw new Error("a candle needs a trade");
    const isMore = (left: TradePrice, right: TradePrice) => left.n * right.d > right.n * left.d;
    return {
      startMs,
      trades: some.length,
      baseVolume: some.reduce((sum, { soldAmount }) => sum + soldAmount, 0n),
      counterVolume: some.reduce((sum, { boughtAmount }) => sum + boughtAmount, 0n),
      open,
      high: prices.reduce((best, price) => (isMore(price, best) ? price : best)),
      low: prices.reduce((best, price) => (isMore(best, price) ? price : best)),
      close,
    };
  });
}
