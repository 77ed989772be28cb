import { readPrice, priceText } from "#schemas/values/price.ts";
import type { PoolState } from "#schemas/market-data.ts";
import { poolWithdrawal } from "#schemas/values/exchange.ts";
import { mulDiv, parseAmount } from "#schemas/values/money.ts";

/** Two amounts, in stroops: of the pool's asset A and of its asset B. */
export interface Pair {
  readonly a: bigint;
  readonly b: bigint;
}

/** What stands in a pool. */
export type Reserves = Pick<PoolState, "reserveA" | "reserveB" | "totalShares">;

const WHOLE = 10_000n;

export function isEmptyPool({ totalShares }: Reserves): boolean {
  return parseAmount(totalShares) === 0n;
}

/** What shares come to now, as the ledger would pay them out. */
export function amountsOfShares(shares: bigint, pool: Reserves): Pair {
  const total = parseAmount(pool.totalShares);
  if (total === 0n) return { a: 0n, b: 0n };
  return {
    a: poolWithdrawal(shares, total, parseAmount(pool.reserveA)),
    b: poolWithdrawal(shares, total, parseAmount(pool.reserveB)),
  };
}

/** The part of a pool in hundredths of a percent; null for one without shares. */
export function partOfPool(shares: bigint, { totalShares }: Reserves): bigint | null {
  const total = parseAmount(totalShares);
  return total === 0n ? null : mulDiv(shares, WHOLE, total, "half-up");
}

/** What goes with an amount of one asset by the pool's ratio, rounded up so that all of the amount is taken. */
export function partnerOf(side: "a" | "b", amount: bigint, pool: Reserves): bigint {
  const [own, other] = [parseAmount(pool.reserveA), parseAmount(pool.reserveB)];
  const [from, to] = side === "a" ? [own, other] : [other, own];
  return from === 0n ? 0n : mulDiv(amount, to, from, "up");
}

/** Units of A for one of B, as far down and up as a slippage allows; null where the ledger has no such price. */
export function priceBounds({ a, b }: Pair, slippage: bigint): { readonly min: string; readonly max: string } | null {
  const min = priceText(a * (WHOLE - slippage), b * WHOLE);
  const max = priceText(a * (WHOLE + slippage), b * WHOLE);
  return min === null || max === null ? null : { min, max };
}

/** The least of a withdrawal that is taken, each amount less the slippage. */
export function leastOfPair({ a, b }: Pair, slippage: bigint): Pair {
  return { a: mulDiv(a, WHOLE - slippage, WHOLE, "down"), b: mulDiv(b, WHOLE - slippage, WHOLE, "down") };
}

/** Shares for a percentage of all of them; the whole is all, to the last. */
export function sharesOfPercent(shares: bigint, percent: number): bigint {
  return percent >= 100 ? shares : mulDiv(shares, BigInt(Math.max(0, Math.round(percent))), 100n, "down");
}

/**
 * What both amounts are worth together, by the price in dollars of whichever is known, in ten-millionths of one. Where only one
 * is known, the pool's own ratio tells the other. Null where neither is.
 */
export function worthOfPair(
  { a, b }: Pair,
  pool: Reserves,
  usd: { readonly a: string | null; readonly b: string | null },
): bigint | null {
  const [priceA, priceB] = [usd.a === null ? null : readPrice(usd.a), usd.b === null ? null : readPrice(usd.b)];
  const [reserveA, reserveB] = [parseAmount(pool.reserveA), parseAmount(pool.reserveB)];
  if (priceA !== null && priceB !== null)
    return mulDiv(a, priceA.n, priceA.d, "half-up") + mulDiv(b, priceB.n, priceB.d, "half-up");
  if (reserveA === 0n || reserveB === 0n) return null;
  if (priceA !== null) return mulDiv(a + mulDiv(b, reserveA, reserveB, "half-up"), priceA.n, priceA.d, "half-up");
  if (priceB !== null) return mulDiv(b + mulDiv(a, reserveB, reserveA, "half-up"), priceB.n, priceB.d, "half-up");
  return null;
}
