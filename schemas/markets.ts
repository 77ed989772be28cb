import * as v from "valibot";
import { ACCOUNT_PATTERN, AssetCode, Instant, NATIVE_CODE, textUpTo } from "./fields.ts";
import { mulDiv, type Rounding } from "./money.ts";

/** The code of the listed asset that stands for the US dollar. */
export const USD_CODE = "USDC";
/** Places of a price: as small as the ledger can make one, through two markets. */
export const PRICE_PLACES = 18;
const PRICE = /^(\d{1,20})(?:\.(\d{1,18}))?$/;
const SIGNIFICANT_DIGITS = 12;

/** What one unit of an asset costs, as plain decimal text with up to 18 places. Never zero. */
export const PriceText = v.pipe(v.string(), v.regex(PRICE, "Malformed price"));

/** What an asset was worth at a time; null where no market was good enough to tell. */
export const AssetPrice = v.strictObject({
  assetCode: AssetCode,
  /** Empty for XLM. */
  issuer: textUpTo(56),
  usd: v.nullable(PriceText),
  xlm: v.nullable(PriceText),
  /** Of the price in USD within 24 hours, in percent with two places and a minus where it fell. */
  change24h: v.nullable(v.pipe(v.string(), v.regex(/^-?\d{1,15}\.\d{2}$/))),
  /** What time the price is of. */
  at: Instant,
});
export type AssetPrice = v.InferOutput<typeof AssetPrice>;

/** Of the assets that this service lists, and of those that the caller holds or is to claim. */
export const PricesOutput = v.strictObject({
  /** The newest ledger that ingestion had read by then. */
  asOfLedger: v.number(),
  /** When the markets were last read; null where they never were. */
  at: v.nullable(Instant),
  prices: v.array(AssetPrice),
});
export type PricesOutput = v.InferOutput<typeof PricesOutput>;

export const PriceRange = v.picklist(["1d", "7d", "30d", "1y", "all"]);
export type PriceRange = v.InferOutput<typeof PriceRange>;

/** `XLM`, or an asset as `CODE-ISSUER`. */
export const AssetKey = v.pipe(
  v.string(),
  v.check((text) => {
    const [code = "", issuer = "", ...rest] = text.split("-");
    return (
      text === NATIVE_CODE || (/^[a-zA-Z0-9]{1,12}$/.test(code) && ACCOUNT_PATTERN.test(issuer) && rest.length === 0)
    );
  }, "Name an asset as XLM or CODE-ISSUER"),
);

export const PriceHistoryQuery = v.strictObject({ asset: AssetKey, range: PriceRange });
export type PriceHistoryQuery = v.InferOutput<typeof PriceHistoryQuery>;

export const PricePoint = v.strictObject({ at: Instant, usd: v.nullable(PriceText), xlm: v.nullable(PriceText) });
export type PricePoint = v.InferOutput<typeof PricePoint>;

/** Oldest first, without points for times in which nothing was traded. */
export const PriceHistoryOutput = v.strictObject({ points: v.array(PricePoint) });
export type PriceHistoryOutput = v.InferOutput<typeof PriceHistoryOutput>;

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
