import * as v from "valibot";
import { keptText } from "#pwa/platform/device/kept-text.ts";
import { removeStored, storedKeys } from "#pwa/platform/device/storage.ts";
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

const Index = v.object({ names: v.array(v.string()) });
const KeptMarket = v.object({ seenAtMs: v.number(), market: MarketSnapshot });
const KeptCandles = v.object({ seenAtMs: v.number(), candles: v.array(CandleRow) });
const KeptTickers = v.object({ seenAtMs: v.number(), answer: MarketsOutput });

export type KeptMarket = v.InferOutput<typeof KeptMarket>;
export interface KeptCandles {
  readonly seenAtMs: number;
  readonly candles: readonly CandleRow[];
}
export type KeptTickers = v.InferOutput<typeof KeptTickers>;

/** A pair as this device last saw it; `pair` is its key. */
export function readKeptMarket(userId: number, pair: string): KeptMarket | null {
  return keptText(`${PREFIX}${pair}`, KeptMarket, userId).read();
}

export function keepMarket(userId: number, pair: string, { seenAtMs, market }: KeptMarket): void {
  const { bids, asks, trades } = market;
  const kept = {
    ...market,
    bids: bids.slice(0, KEPT_LEVELS),
    asks: asks.slice(0, KEPT_LEVELS),
    trades: trades.slice(0, KEPT_TRADES),
  };
  touch(userId, pair);
  keptText(`${PREFIX}${pair}`, KeptMarket, userId).keep({ seenAtMs, market: kept });
}

/** The chart of a pair as this device last saw it; `name` is the pair's key and the size of the candles. */
export function readKeptCandles(userId: number, name: string): KeptCandles | null {
  return keptText(`${PREFIX}${name}`, KeptCandles, userId).read();
}

export function keepCandles(userId: number, name: string, { seenAtMs, candles }: KeptCandles): void {
  touch(userId, name);
  const kept = { seenAtMs, candles: candles.slice(-KEPT_CANDLES) };
  keptText(`${PREFIX}${name}`, KeptCandles, userId).keep(kept);
}

/** Of many pairs those that were traded most. */
export function keepTickers(userId: number, { seenAtMs, answer }: KeptTickers): void {
  const tickers = answer.tickers.toSorted((left, right) => right.trades - left.trades).slice(0, KEPT_TICKERS);
  keptText(TICKERS_KEY, KeptTickers, userId).keep({ seenAtMs, answer: { ...answer, tickers } });
}

export function readKeptTickers(userId: number): KeptTickers | null {
  return keptText(TICKERS_KEY, KeptTickers, userId).read();
}

/** Puts a name in front of those that were looked at, and removes what was kept of the last. */
function touch(userId: number, name: string): void {
  const index = keptText(INDEX_KEY, Index, userId);
  const known = index.read();
  // Of another person, or of an index that was lost.
  if (known === null) for (const key of storedKeys(PREFIX)) removeStored(key);
  const former = known?.names ?? [];
  if (former[0] === name) return;
  const names = [name, ...former.filter((other) => other !== name)];
  for (const old of names.slice(MAX_KEPT)) removeStored(`${PREFIX}${old}`);
  index.keep({ names: names.slice(0, MAX_KEPT) });
}
