import * as v from "valibot";
import { readStored, removeStored, storedKeys, writeStored } from "#pwa/platform/device/storage.ts";
import { CandleRow, MarketSnapshot, MarketsOutput } from "#schemas/market-data.ts";

const PREFIX = "astrolabe.market:";
const INDEX_KEY = "astrolabe.markets";
const TICKERS_KEY = "astrolabe.tickers";

/** Storage is small: the pairs and charts looked at last are kept, and of each what a screen shows at once. */
const MAX_KEPT = 18;
const KEPT_LEVELS = 40;
const KEPT_TRADES = 30;
const KEPT_CANDLES = 300;
const KEPT_TICKERS = 120;

const Index = v.object({ userId: v.number(), names: v.array(v.string()) });
const KeptMarket = v.object({ userId: v.number(), seenAtMs: v.number(), market: MarketSnapshot });
const KeptCandles = v.object({ userId: v.number(), seenAtMs: v.number(), candles: v.array(CandleRow) });
const KeptTickers = v.object({ userId: v.number(), seenAtMs: v.number(), answer: MarketsOutput });

export type KeptMarket = Omit<v.InferOutput<typeof KeptMarket>, "userId">;
export interface KeptCandles {
  readonly seenAtMs: number;
  readonly candles: readonly CandleRow[];
}
export type KeptTickers = Omit<v.InferOutput<typeof KeptTickers>, "userId">;

/** A pair as this device last saw it; `pair` is its key. */
export function readKeptMarket(userId: number, pair: string): KeptMarket | null {
  return readOwn(`${PREFIX}${pair}`, KeptMarket, userId);
}

export function keepMarket(userId: number, pair: string, { seenAtMs, market }: KeptMarket): void {
  const { bids, asks, trades } = market;
  const kept = {
    ...market,
    bids: bids.slice(0, KEPT_LEVELS),
    asks: asks.slice(0, KEPT_LEVELS),
    trades: trades.slice(0, KEPT_TRADES),
  };
  keep(userId, pair, { seenAtMs, market: kept });
}

/** The chart of a pair as this device last saw it; `name` is the pair's key and the size of the candles. */
export function readKeptCandles(userId: number, name: string): KeptCandles | null {
  return readOwn(`${PREFIX}${name}`, KeptCandles, userId);
}

export function keepCandles(userId: number, name: string, { seenAtMs, candles }: KeptCandles): void {
  keep(userId, name, { seenAtMs, candles: candles.slice(-KEPT_CANDLES) });
}

/** Of many pairs those that were traded most. */
export function keepTickers(userId: number, { seenAtMs, answer }: KeptTickers): void {
  const tickers = answer.tickers.toSorted((left, right) => right.trades - left.trades).slice(0, KEPT_TICKERS);
  writeStored(TICKERS_KEY, JSON.stringify({ userId, seenAtMs, answer: { ...answer, tickers } }));
}

export function readKeptTickers(userId: number): KeptTickers | null {
  return readOwn(TICKERS_KEY, KeptTickers, userId);
}

function keep(userId: number, name: string, value: object): void {
  const index = readOwn(INDEX_KEY, Index, userId);
  // Of another person, or of an index that was lost.
  if (index === null) for (const key of storedKeys(PREFIX)) removeStored(key);
  const former = index?.names ?? [];
  const names = [name, ...former.filter((other) => other !== name)];
  for (const old of names.slice(MAX_KEPT)) removeStored(`${PREFIX}${old}`);
  const kept = names.slice(0, MAX_KEPT);
  if (former[0] !== name) writeStored(INDEX_KEY, JSON.stringify({ userId, names: kept }));
  writeStored(`${PREFIX}${name}`, JSON.stringify({ userId, ...value }));
}

function readOwn<Output extends { readonly userId: number }>(
  key: string,
  schema: v.GenericSchema<unknown, Output>,
  userId: number,
): Output | null {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), readStored(key));
  return stored.success && stored.output.userId === userId ? stored.output : null;
}
