import { formatAmount, mulDiv } from "#schemas/values/money.ts";

const PRICE_PLACES = 10_000_000n;

/** A price with seven places, rounded to the nearest. */
export function priceText({ n, d }: { readonly n: number | bigint; readonly d: number | bigint }): string {
  return formatAmount(mulDiv(BigInt(n), PRICE_PLACES, BigInt(d), "half-up"));
}
