import { type PricePoint } from "#schemas/markets.ts";
import { readPrice } from "#schemas/values/price.ts";
import { mulDiv } from "#schemas/values/money.ts";

const DAY_MS = 86_400_000;
/** A price says nothing of a time further from it than this; of many years, points may be days apart. */
const REACH_MS = 7 * DAY_MS;

/** What one unit cost at a time, in USD as an exact fraction. */
export interface PricedAt {
  readonly atMs: number;
  readonly n: bigint;
  readonly d: bigint;
}

/** The prices of one asset over time, oldest first. */
export type PriceLine = readonly PricedAt[];

/** Reads the points that have a price in USD. */
export function priceLineOf(points: readonly PricePoint[]): PriceLine {
  return points
    .flatMap(({ at, usd }) => {
      const price = usd === null ? null : readPrice(usd);
      return price === null ? [] : [{ atMs: Date.parse(at), ...price }];
    })
    .toSorted((left, right) => left.atMs - right.atMs);
}

/** The price at a time: the last one told before it, or else the next one after; null where neither is within a week. */
export function priceAt(line: PriceLine, atMs: number): PricedAt | null {
  const next = firstAfter(line, atMs);
  const before = line[next - 1];
  if (before !== undefined && atMs - before.atMs <= REACH_MS) return before;
  const after = line[next];
  return after !== undefined && after.atMs - atMs <= REACH_MS ? after : null;
}

/** The first price told after a time; null where there is none. */
export function nextPrice(line: PriceLine, atMs: number): PricedAt | null {
  return line[firstAfter(line, atMs)] ?? null;
}

/** What stroops are worth at a price, in ten-millionths of a dollar, rounded to the nearest. */
export function worthAtPrice(stroops: bigint, { n, d }: PricedAt): bigint {
  return mulDiv(stroops, n, d, "half-up");
}

function firstAfter(line: PriceLine, atMs: number): number {
  let low = 0;
  let high = line.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const point = line[middle];
    if (point !== undefined && point.atMs <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
