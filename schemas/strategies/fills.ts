import { mulDiv } from "#schemas/values/money.ts";
import { readPrice } from "#schemas/values/price.ts";
import type { Candle, Intent } from "./strategy.ts";

/** What trading costs, and how much of a candle can be had. */
export interface Costs {
  /** The operator's, of what is given, in millionths. */
  readonly feePpm: number;
  /** What each trade costs beside that, the network's fee among it, in stroops of quote. */
  readonly flat: bigint;
  /** Between the best bid and ask, of the price, in millionths: half of it is lost by whoever takes. */
  readonly spreadPpm: number;
  /** Of what was traded in a candle, in millionths: nobody gets all of it. */
  readonly depthPpm: number;
}

export interface Fill {
  readonly at: number;
  readonly side: Intent["side"];
  readonly price: number;
  /** Stroops. */
  readonly base: bigint;
  readonly quote: bigint;
  readonly fee: bigint;
  readonly why: Intent["why"];
}

const MILLION = 1_000_000n;
const PLACES = 18;

/** Quote for so much base at a price, rounded against whoever trades. */
export function quoteFor(base: bigint, price: number, side: Intent["side"]): bigint {
  const exact = rational(price);
  return exact === null ? 0n : mulDiv(base, exact.n, exact.d, side === "buy" ? "up" : "down");
}

/** The most base that so much quote buys at a price. */
export function baseFor(quote: bigint, price: number): bigint {
  const exact = rational(price);
  return exact === null ? 0n : mulDiv(quote, exact.d, exact.n, "down");
}

function rational(price: number) {
  return price > 0 && Number.isFinite(price) ? readPrice(price.toFixed(PLACES)) : null;
}

/**
 * At what price an intent would have been met in a candle after it was made; null for not at all. What takes goes at the open and loses half the spread; what rests is met
 * only where the price went through it, not where it touched it.
 */
export function priceWithin(
  candle: Candle,
  { side, limit }: Pick<Intent, "side" | "limit">,
  { spreadPpm }: Costs,
): number | null {
  const half = spreadPpm / 2_000_000;
  if (limit === null) return candle.open * (side === "buy" ? 1 + half : 1 - half);
  const isThrough = side === "buy" ? candle.low < limit : candle.high > limit;
  return isThrough ? limit : null;
}

/** At what price a stop sells in a candle; null where it is not touched: at the stop, or at the open where that is worse already. */
export function stopWithin(candle: Candle, stop: number, { spreadPpm }: Costs): number | null {
  if (candle.low > stop) return null;
  return Math.min(stop, candle.open) * (1 - spreadPpm / 2_000_000);
}

/** What can be had in a candle, in stroops of base. */
export function roomIn({ volume }: Candle, { depthPpm }: Costs): bigint {
  return (volume * BigInt(depthPpm)) / MILLION;
}

/** What a trade of so much quote costs beside it. */
export function feeOf(amount: bigint, { feePpm, flat }: Costs): bigint {
  return flat + (amount * BigInt(feePpm) + MILLION - 1n) / MILLION;
}
