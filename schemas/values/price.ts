import * as v from "valibot";
import { MAX_STROOPS, mulDiv, type Rounding } from "./money.ts";

/** Places of a price: as small as the ledger can make one, through two markets. */
export const PRICE_PLACES = 18;
const PRICE = /^(\d{1,20})(?:\.(\d{1,18}))?$/;
const SIGNIFICANT_DIGITS = 12;

/** What one unit of an asset costs, as plain decimal text with up to 18 places. Never zero. */
export const PriceText = v.pipe(v.string(), v.regex(PRICE, "Malformed price"));

/** A price as the exact fraction that its text says, or null where that is no price above zero. */
export function readPrice(text: string): { readonly n: bigint; readonly d: bigint } | null {
  const match = PRICE.exec(text);
  if (!match) return null;
  const [, whole = "0", fraction = ""] = match;
  const n = BigInt(whole + fraction);
  return n === 0n ? null : { n, d: 10n ** BigInt(fraction.length) };
}

/**
 * Writes n / d as a price with 12 digits that count and at most 18 places, rounded to the nearest; null for what is not above
 * zero or rounds to it, or has more than 20 digits before its point.
 */
export function priceText(n: bigint, d: bigint): string | null {
  if (n <= 0n || d <= 0n) return null;
  const scaled = mulDiv(n, 10n ** BigInt(PRICE_PLACES), d, "half-up");
  if (scaled === 0n) return null;
  const surplus = Math.min(PRICE_PLACES, Math.max(0, scaled.toString().length - SIGNIFICANT_DIGITS));
  const unit = 10n ** BigInt(surplus);
  const digits = (mulDiv(scaled, 1n, unit, "half-up") * unit).toString().padStart(PRICE_PLACES + 1, "0");
  const whole = digits.slice(0, -PRICE_PLACES);
  const fraction = digits.slice(-PRICE_PLACES).replace(/0+$/, "");
  if (whole.length > 20) return null;
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** What `stroops` of an asset are worth at a price, in ten-millionths of what the price is in; null without a price. */
export function worthAt(stroops: bigint, price: string | null, rounding: Rounding): bigint | null {
  const exact = price === null ? null : readPrice(price);
  return exact === null ? null : mulDiv(stroops, exact.n, exact.d, rounding);
}

/**
 * How much of an asset is worth `worth` at a price, the other way around of {@link worthAt}: the most that is never worth more, less
 * than a stroop away from it. Null without a price, and for more than there can be of an asset.
 */
export function amountWorth(worth: bigint, price: string | null): bigint | null {
  const exact = price === null ? null : readPrice(price);
  if (exact === null) return null;
  const stroops = mulDiv(worth, exact.d, exact.n, "down");
  return stroops > MAX_STROOPS ? null : stroops;
}
