import { Asset, Operation } from "@stellar/stellar-sdk";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  type CandleSize,
  CandlesOutput,
  MarketSnapshot,
  MarketsOutput,
  PoolOutput,
  PoolsOutput,
  QuoteOutput,
  TradesOutput,
} from "#schemas/market-data.ts";
import { PULSE_PAIRS, PulseOutput } from "#schemas/pulse.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser, type TestUser } from "#tests/support/builders.ts";
import { anOutsider, type Outsider } from "#tests/support/outsider.ts";

// Every step of these waits for ledgers, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const Level = v.object({ price_r: v.object({ n: v.number(), d: v.number() }), amount: v.string() });
const Book = v.object({ bids: v.array(Level), asks: v.array(Level) });
const Price = v.object({ n: v.string(), d: v.string() });
const Records = v.object({ _embedded: v.object({ records: v.array(v.unknown()) }) });
const Candle = v.object({
  timestamp: v.string(),
  trade_count: v.string(),
  base_volume: v.string(),
  counter_volume: v.string(),
  open_r: Price,
  close_r: Price,
});
const Trade = v.object({
  id: v.string(),
  base_amount: v.string(),
  counter_amount: v.string(),
  base_is_seller: v.boolean(),
});

let app: TestApp;
let ana: TestUser;
let trader: Outsider;
let usdc: Asset;
let pair: { readonly base: string; readonly quote: string };

beforeAll(async () => {
  app = await startTestApp({ hasDemo: true, closeIntervalMs: 300 });
  [ana, trader] = await Promise.all([aUser(app), anOutsider(app.stellar)]);
  // Its makers take their offers back and place them anew, so that for a ledger there may be none.
  const found = await eventually(async () => {
    const { state, tickers } = v.parse(MarketsOutput, (await get("")).body);
    const dollars = tickers.find(({ base, quote, ask }) => base === "XLM" && quote.startsWith("USDC-") && ask !== null);
    return state === "live" && dollars;
  }, 60_000);
  pair = { base: found.base, quote: found.quote };
  usdc = new Asset("USDC", pair.quote.slice("USDC-".length));
  await trader.apply(Operation.changeTrust({ asset: usdc }));
  for (const amount of ["3", "4"]) {
    const buying = { selling: Asset.native(), buying: usdc, buyAmount: amount, price: "50" };
    await trader.apply(Operation.manageBuyOffer(buying));
  }
  await trader.apply(Operation.manageSellOffer({ selling: usdc, buying: Asset.native(), amount: "2", price: "0.1" }));
});
afterAll(() => app.stop());

async function get(path: string, query: Readonly<Record<string, string>> = {}, user = ana) {
  const url = `/api/markets${path}?${new URLSearchParams(query).toString()}`;
  const response = await app.server.inject({ method: "GET", url, headers: { cookie: user.cookie } });
  return { status: response.statusCode, body: response.json() };
}

/** The pair in Horizon's words. */
function inWords(base: string, counter: string): Record<string, string> {
  return {
    [`${base}_asset_type`]: "native",
    [`${counter}_asset_type`]: "credit_alphanum4",
    [`${counter}_asset_code`]: "USDC",
    [`${counter}_asset_issuer`]: usdc.getIssuer() ?? "",
  };
}

async function horizon(path: string, query: Readonly<Record<string, string>>) {
  const response = await fetch(`${app.stellar.horizonUrl}${path}?${new URLSearchParams(query).toString()}`);
  return { ledger: Number(response.headers.get("latest-ledger")), body: await response.json() };
}

async function recordsOf<T>(
  path: string,
  schema: v.GenericSchema<unknown, T>,
  query: Record<string, string>,
): Promise<T[]> {
  const { body } = await horizon(path, query);
  return v.parse(Records, body)._embedded.records.map((record) => v.parse(schema, record));
}

test("a book is Horizon's of the same ledger, either way round", async () => {
  for (const isTurned of [false, true]) {
    const asked = isTurned ? { base: pair.quote, quote: pair.base } : pair;
    const words = isTurned ? inWords("buying", "selling") : inWords("selling", "buying");
    const { ours, theirs } = await eventually(async () => {
      const snapshot = v.parse(MarketSnapshot, (await get("/snapshot", asked)).body);
      const { ledger, body } = await horizon("/order_book", { ...words, limit: "200" });
      return ledger === snapshot.ledger && { ours: snapshot, theirs: v.parse(Book, body) };
    }, 60_000);
    const rows = (levels: typeof theirs.bids) => levels.map(({ price_r: { n, d }, amount }) => [n, d, amount]);
    expect(ours.bids.length).toBeGreaterThan(3);
    expect({ bids: ours.bids, asks: ours.asks }).toEqual({ bids: rows(theirs.bids), asks: rows(theirs.asks) });
    expect(ours.state).toBe("live");
    expect(ours.ticker).toMatchObject(asked);
    expect(Number(ours.ticker.bid)).toBeLessThan(Number(ours.ticker.ask));
  }
});

test.each<[CandleSize, number]>([
  ["1m", 60_000],
  ["5m", 300_000],
  ["15m", 900_000],
  ["1h", 3_600_000],
  ["1d", 86_400_000],
  ["1w", 604_800_000],
])("candles of %s are Horizon's, either way round", async (size, resolution) => {
  for (const isTurned of [false, true]) {
    const asked = isTurned ? { base: pair.quote, quote: pair.base } : pair;
    const words = isTurned ? inWords("counter", "base") : inWords("base", "counter");
    const query = { ...words, resolution: String(resolution), limit: "200", order: "asc" };
    // Between two answers somebody may trade.
    await eventually(async () => {
      const { candles } = v.parse(CandlesOutput, (await get("/candles", { ...asked, size })).body);
      const told = await recordsOf("/trade_aggregations", Candle, query);
      const ours = candles.map(([at, open, , , close, base, quote, trades]) =>
        [at, digits(open), digits(close), base, quote, trades].join(" "),
      );
      const theirs = told.map(({ timestamp, open_r, close_r, base_volume, counter_volume, trade_count }) =>
        [timestamp, digits(open_r), digits(close_r), base_volume, counter_volume, trade_count].join(" "),
      );
      return ours.length > 0 && JSON.stringify(ours) === JSON.stringify(theirs);
    }, 60_000);
  }
});

/** The first digits of a price. */
function digits(price: string | v.InferOutput<typeof Price>): string {
  const value = typeof price === "string" ? Number(price) : Number(price.n) / Number(price.d);
  return value.toPrecision(9);
}

test("trades are Horizon's with the taker's side, and pages go on where they ended", async () => {
  const query = { ...inWords("base", "counter"), limit: "200", order: "desc" };
  await eventually(async () => {
    const { trades } = v.parse(TradesOutput, (await get("/trades", pair)).body);
    const told = await recordsOf("/trades", Trade, query);
    const ours = trades.map(({ id, side, baseAmount, quoteAmount }) => [id, side === "buy", baseAmount, quoteAmount]);
    const theirs = told.map(({ id, base_is_seller, base_amount, counter_amount }) => [
      id,
      base_is_seller,
      base_amount,
      counter_amount,
    ]);
    return ours.length >= 3 && JSON.stringify(ours) === JSON.stringify(theirs);
  }, 60_000);
  const { trades } = v.parse(TradesOutput, (await get("/trades", pair)).body);
  const before = trades[0]?.id ?? "";
  const older = v.parse(TradesOutput, (await get("/trades", { ...pair, before })).body);
  expect(older.trades[0]).toEqual(trades[1]);
});

test("the last 24 hours are those of the day's candles", async () => {
  await eventually(async () => {
    const { tickers } = v.parse(MarketsOutput, (await get("")).body);
    const ticker = tickers.find(({ base, quote }) => base === pair.base && quote === pair.quote);
    const { candles } = v.parse(CandlesOutput, (await get("/candles", { ...pair, size: "1w" })).body);
    // The network is younger than a day, and no week began since.
    const trades = candles.reduce((sum, candle) => sum + candle[7], 0);
    return ticker?.trades === trades && trades >= 3 && ticker.last === candles.at(-1)?.[4] && ticker;
  }, 60_000);
});

test("pools are told with what they did, and one by its id", async () => {
  const { pools } = v.parse(PoolsOutput, (await get("/pools")).body);
  const own = pools.find(({ assetA, assetB }) => assetA.assetCode === "XLM" && assetB.assetCode === "USDC");
  if (!own) throw new Error("the demo market has no pool of dollars");
  expect(own).toMatchObject({ feeBasisPoints: 30, assetA: { assetCode: "XLM", issuer: "" } });
  const { pool } = v.parse(PoolOutput, (await get(`/pools/${own.poolId}`)).body);
  expect(pool.poolId).toBe(own.poolId);
  expect((await get(`/pools/${"0".repeat(64)}`)).body.code).toBe("pool-unknown");
  expect((await get("/pools/nothing")).body.code).toBe("input-invalid");
});

test("a quote has its route and what it brings; what cannot be exchanged is named", async () => {
  const asked = { direction: "send", send: pair.base, receive: pair.quote, amount: "10" };
  const quote = v.parse(QuoteOutput, (await get("/quote", asked)).body);
  expect(quote).toMatchObject({ state: "live", sendAmount: "10.0000000" });
  expect(quote.hops[0]).toMatchObject({ from: { assetCode: "XLM" }, sent: "10.0000000" });
  expect(quote.hops.at(-1)).toMatchObject({ to: { assetCode: "USDC" }, received: quote.receiveAmount });
  const back = v.parse(QuoteOutput, (await get("/quote", { ...asked, direction: "receive", amount: "1" })).body);
  expect(back.receiveAmount).toBe("1.0000000");
  const refusals = [
    [{ direction: "receive", amount: "900000000000" }, "quote-no-path"],
    [{ receive: `EUR-${trader.address}` }, "market-assets-unlisted"],
    [{ amount: "-1" }, "input-invalid"],
    [{ send: "nothing" }, "input-invalid"],
  ] as const;
  for (const [change, code] of refusals)
    expect((await get("/quote", { ...asked, ...change })).body.code, JSON.stringify(change)).toBe(code);
});

test("a pair that nobody listed is read from Horizon, and one asset against itself is none", async () => {
  const coin = `COIN-${trader.address}`;
  const snapshot = v.parse(MarketSnapshot, (await get("/snapshot", { base: "XLM", quote: coin })).body);
  expect(snapshot).toMatchObject({ state: "horizon", bids: [], asks: [], trades: [], pool: null });
  for (const path of ["/trades", "/candles"]) {
    const query = { base: coin, quote: pair.quote, ...(path === "/candles" && { size: "1h" }) };
    expect((await get(path, query)).body).toMatchObject({ state: "horizon" });
  }
  expect((await get("/snapshot", { base: "XLM", quote: "XLM" })).body.code).toBe("input-invalid");
});

test("whoever looks after the server sees how far the market data has come", async () => {
  const ready = async () => (await app.server.inject({ method: "GET", url: "/readyz" })).json();
  const first = await ready();
  expect(first).toMatchObject({ status: "ok", markets: { state: "live" } });
  expect(first.markets.lag).toBeLessThanOrEqual(3);
  await eventually(async () => (await ready()).markets.ledger > first.markets.ledger, 60_000);
});

test("quotes without end are refused, and other people's are not", async () => {
  const ben = await aUser(app);
  const asked = { direction: "send", send: pair.base, receive: pair.quote, amount: "1" };
  const answers = await Promise.all(Array.from({ length: 150 }, () => get("/quote", asked, ben)));
  expect(answers.filter(({ body }) => body.code !== "rate-limited").length).toBeGreaterThanOrEqual(30);
  expect(answers.some(({ body }) => body.code === "rate-limited")).toBe(true);
  await eventually(async () => (await get("/quote", asked)).status === 200, 60_000);
});

test("whoever has no account sees the last ledger, and what some pairs were last traded for", async () => {
  const pulse = await eventually(async () => {
    const response = await app.server.inject({ method: "GET", url: "/api/markets/pulse" });
    expect(response.statusCode).toBe(200);
    const told = v.parse(PulseOutput, response.json());
    return told.pairs.length > 0 && told;
  }, 60_000);
  expect(pulse.ledger).toBeGreaterThan(0);
  expect(Date.parse(pulse.closedAt ?? "")).not.toBeNaN();
  expect(pulse.pairs.length).toBeLessThanOrEqual(PULSE_PAIRS);
  for (const { base, quote } of pulse.pairs) expect(base).not.toBe(quote);
  const { tickers } = v.parse(MarketsOutput, (await get("")).body);
  const known = tickers.map((each) => `${each.base.split("-")[0]}/${each.quote.split("-")[0]}`);
  for (const { base, quote } of pulse.pairs) expect(known).toContain(`${base}/${quote}`);
});
