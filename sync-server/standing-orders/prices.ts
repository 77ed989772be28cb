import { PRICE_PLACES } from "#schemas/values/price.ts";
import type { MarketIndex } from "#server/markets/index.ts";
import type { MarketPair, TradePrice } from "#server/platform/network/markets.ts";

/** At which prices one could trade, of offers or the pool; null where there is nobody to trade with. */
export interface BestPrices {
  readonly bid: TradePrice | null;
  readonly ask: TradePrice | null;
}

const WHOLE_DIGITS = 20;
const DIGITS = WHOLE_DIGITS + PRICE_PLACES;
const SCALE = 10n ** BigInt(PRICE_PLACES);
const HIGHEST = "9".repeat(DIGITS);

/** Prices of the counter asset for one of the base asset, as the index stands. */
export function bestPrices(index: MarketIndex, { base, counter }: MarketPair): BestPrices {
  const { bids, asks } = index.orderBook({ base, counter }, 1);
  const [bid] = bids.map(({ price }) => ({ n: BigInt(price.n), d: BigInt(price.d) }));
  const [ask] = asks.map(({ price }) => ({ n: BigInt(price.n), d: BigInt(price.d) }));
  const poolBid = poolRate(index, { base, counter });
  const back = poolRate(index, { base: counter, counter: base });
  const poolAsk = back && { n: back.d, d: back.n };
  return {
    bid: bestOf(bid, poolBid, (one, other) => compare(one, other) >= 0),
    ask: bestOf(ask, poolAsk, (one, other) => compare(one, other) <= 0),
  };
}

/** What the first stroop of the base asset brings of the counter asset from their pool. */
function poolRate(index: MarketIndex, { base, counter }: MarketPair): TradePrice | null {
  const [from, to] = [index.numberOf(base), index.numberOf(counter)];
  const view = from === undefined || to === undefined ? undefined : index.poolBetween(from, to);
  if (!view) return null;
  const { pool, reserveFrom, reserveTo } = view;
  return { n: reserveFrom * (10_000n - BigInt(pool.feeBasisPoints)), d: reserveTo * 10_000n };
}

function bestOf(
  one: TradePrice | undefined,
  other: TradePrice | null,
  isBetter: (one: TradePrice, other: TradePrice) => boolean,
): TradePrice | null {
  if (!one || !other) return one ?? other;
  return isBetter(one, other) ? one : other;
}

/** Negative, zero or positive. */
export function compare(left: TradePrice, right: TradePrice): bigint {
  return left.n * right.d - right.n * left.d;
}

/** A price as digits of one width, so that texts are in the order of prices; of what lies between two, the lower or the higher. */
export function sortable({ n, d }: TradePrice, rounding: "down" | "up"): string {
  const scaled = (n * SCALE + (rounding === "up" ? d - 1n : 0n)) / d;
  const digits = scaled.toString().padStart(DIGITS, "0");
  return digits.length > DIGITS ? HIGHEST : digits;
}
