import { ledgerPrice } from "#schemas/values/ledger-price.ts";
import { comparePrices, type Price } from "#schemas/values/money.ts";

/** A price as an exact fraction, quote for one base: the middle of two prices of the ledger is more than an int32 can hold. Both above zero. */
export interface Exact {
  readonly n: bigint;
  readonly d: bigint;
}

export const PPM = 1_000_000n;

/** A price of the ledger as an exact fraction. */
export function exactOf({ n, d }: Price): Exact {
  return { n: BigInt(n), d: BigInt(d) };
}

/** Orders two exact prices: negative, zero or positive. */
export function compareExact(left: Exact, right: Exact): number {
  const difference = left.n * right.d - right.n * left.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Exactly halfway between the best offers of a market. */
export function middleOf(bid: Price, ask: Price): Exact {
  const [below, above] = [exactOf(bid), exactOf(ask)];
  return { n: below.n * above.d + above.n * below.d, d: 2n * below.d * above.d };
}

/** `price` and so many parts of `of` more (fewer where `parts` is negative). */
export function changedBy({ n, d }: Exact, parts: bigint, of: bigint): Exact {
  return { n: n * (of + parts), d: d * of };
}

/** Whether two prices are apart by more than `ppm` of the second. */
export function isApart(price: Exact, from: Exact, ppm: bigint): boolean {
  const difference = price.n * from.d - from.n * price.d;
  return (difference < 0n ? -difference : difference) * PPM > ppm * from.n * price.d;
}

export type Side = "buy" | "sell";

/** The next price of the ledger that is no better for who takes the offer; null where it has none near. */
export function roundedAway(price: Exact, side: Side): Price | null {
  return ledgerPrice(price, side === "sell" ? "up" : "down");
}

/** Whether of two offers of one side the first is met before the second. */
export function isBetter(left: Price, right: Price, side: Side): boolean {
  const order = comparePrices(left, right);
  return side === "sell" ? order < 0 : order > 0;
}

/** Whether an offer of `side` would meet one of the other side at `other`: prices that are equal do. */
export function meets(side: Side, price: Price, other: Price | null): boolean {
  if (other === null) return false;
  const order = comparePrices(price, other);
  return side === "sell" ? order <= 0 : order >= 0;
}
