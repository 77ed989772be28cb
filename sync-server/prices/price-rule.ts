import { comparePrices, mulDiv } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type BookLevel, type Candle, CANDLE_MS, type OrderBook } from "#server/platform/network/markets.ts";

/** When a market is good enough to set a price. */
export type PriceRules = Runtime["config"]["prices"];

/** A price as an exact fraction: units of the counter asset for one of the base asset. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** Why a market sets no price. */
export type NoPrice = "thin" | "crossed" | "wide" | "stale";
export type Verdict =
  | { readonly kind: "priced"; readonly price: Fraction; readonly spread: bigint }
  | { readonly kind: "none"; readonly why: NoPrice };

/** Trades so recent count for the average. */
const WINDOW_MS = 3_600_000;
/** In fewer trades than this, or in less than the depth asked for, an average says nothing. */
const MIN_TRADES = 3;
const BASIS_POINTS = 10_000n;
/** Amounts are summed up in so many parts of a stroop. */
const FINE = 10n ** 24n;

/**
 * What a market says its base asset costs. The book decides whether it says anything: on both sides so much must stand, so
 * close together, that whoever put it there to deceive risks losing it. Within the prices at which that much can be sold and
 * bought, the volume-weighted average of the last hour's trades is the price; trades outside of them, which cost nothing to
 * make up, move it no further. Without enough trades it is the middle. `depth` is {@link PriceRules.minDepth} in stroops of
 * the counter asset.
 */
export function judgeMarket(
  book: OrderBook,
  candles: readonly Candle[],
  { maxSpread, staleMs }: Omit<PriceRules, "minDepth">,
  depth: bigint,
  nowMs: number,
): Verdict {
  const [bestBid] = book.bids;
  const [bestAsk] = book.asks;
  if (!bestBid || !bestAsk || depth <= 0n) return none("thin");
  if (comparePrices(bestBid.price, bestAsk.price) >= 0) return none("crossed");
  const bid = averageOf(book.bids, depth, counterOfBid);
  const ask = averageOf(book.asks, depth, counterOfAsk);
  if (!bid || !ask) return none("thin");
  // ask / bid - 1, rounded up so that a spread on the border is one too many.
  const spread = mulDiv(ask.n * bid.d, BASIS_POINTS, ask.d * bid.n, "up") - BASIS_POINTS;
  if (spread > maxSpread) return none("wide");
  if (!candles.some(({ startMs, trades }) => trades > 0 && startMs > nowMs - staleMs)) return none("stale");
  const traded = averageTrade(candles, depth, nowMs - WINDOW_MS);
  return { kind: "priced", price: traded ? between(bid, traded, ask) : middle(bid, ask), spread };
}

function none(why: NoPrice): Verdict {
  return { kind: "none", why };
}

const counterOfBid = ({ amount }: BookLevel): bigint => amount;
const counterOfAsk = ({ amount, price }: BookLevel): bigint => (amount * BigInt(price.n)) / BigInt(price.d);

/** The average price of the best levels that together are worth `depth`; null where all of them are not. */
function averageOf(
  levels: readonly BookLevel[],
  depth: bigint,
  counterOf: (level: BookLevel) => bigint,
): Fraction | null {
  let missing = depth;
  let base = 0n;
  for (const level of levels) {
    const worth = counterOf(level);
    const taken = worth < missing ? worth : missing;
    base += (taken * BigInt(level.price.d) * FINE) / BigInt(level.price.n);
    missing -= taken;
    if (missing === 0n) return base > 0n ? { n: depth * FINE, d: base } : null;
  }
  return null;
}

function averageTrade(candles: readonly Candle[], depth: bigint, sinceMs: number): Fraction | null {
  let [trades, base, counter] = [0, 0n, 0n];
  for (const candle of candles) {
    // Of the stretch in which the window begins no one knows which of its trades are in it: those count too.
    if (candle.startMs + CANDLE_MS["15m"] <= sinceMs) continue;
    trades += candle.trades;
    base += candle.baseVolume;
    counter += candle.counterVolume;
  }
  return trades >= MIN_TRADES && counter >= depth && base > 0n ? { n: counter, d: base } : null;
}

function between(low: Fraction, value: Fraction, high: Fraction): Fraction {
  if (value.n * low.d < low.n * value.d) return low;
  return value.n * high.d > high.n * value.d ? high : value;
}

function middle(low: Fraction, high: Fraction): Fraction {
  return { n: low.n * high.d + high.n * low.d, d: 2n * low.d * high.d };
}

export function inverse({ n, d }: Fraction): Fraction {
  return { n: d, d: n };
}

export function times(left: Fraction, right: Fraction): Fraction {
  return { n: left.n * right.n, d: left.d * right.d };
}
