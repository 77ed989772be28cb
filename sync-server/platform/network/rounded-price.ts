import type { Price } from "#schemas/values/money.ts";

const MOST = 2n ** 31n - 1n;

/**
 * The fraction of two 32-bit numbers that comes nearest to `got` / `given`, by continued fractions; both at least 1. For amounts, whose
 * quotient is the price of an offer but for what the ledger rounds.
 */
export function roundedPrice(got: bigint, given: bigint): Price {
  let [high, low] = [got, given];
  let [n, d, formerN, formerD] = [1n, 0n, 0n, 1n];
  while (low !== 0n) {
    const whole = high / low;
    const [nextN, nextD] = [whole * n + formerN, whole * d + formerD];
    if (nextN > MOST || nextD > MOST) break;
    [n, d, formerN, formerD] = [nextN, nextD, n, d];
    [high, low] = [low, high - whole * low];
  }
  if (d === 0n) return { n: Number(MOST), d: 1 };
  return n === 0n ? { n: 1, d: Number(MOST) } : { n: Number(n), d: Number(d) };
}
