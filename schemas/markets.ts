import * as v from "valibot";
import { says } from "./values/field-sentences.ts";
import { ACCOUNT_PATTERN, AssetCode, Instant, NATIVE_CODE, textUpTo } from "./values/fields.ts";
import { PriceText } from "./values/price.ts";

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
  }, says("asset-key")),
);

export const PriceHistoryQuery = v.strictObject({ asset: AssetKey, range: PriceRange });
export type PriceHistoryQuery = v.InferOutput<typeof PriceHistoryQuery>;

export const PricePoint = v.strictObject({ at: Instant, usd: v.nullable(PriceText), xlm: v.nullable(PriceText) });
export type PricePoint = v.InferOutput<typeof PricePoint>;

/** Oldest first, without points for times in which nothing was traded. */
export const PriceHistoryOutput = v.strictObject({ points: v.array(PricePoint) });
export type PriceHistoryOutput = v.InferOutput<typeof PriceHistoryOutput>;
