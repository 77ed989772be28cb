import * as v from "valibot";
import { AssetKey } from "./markets.ts";
import { editedFields, syncRow } from "./sync-row.ts";
import { says } from "./values/field-sentences.ts";
import { Instant, textUpTo } from "./values/fields.ts";
import { PriceText, readPrice } from "./values/price.ts";

/** What one person may keep. */
export const MOST_PRICE_ALERTS = 50;
/** Of one alert that tells each time, between two notices. */
export const ALERT_REST_MS = 3_600_000;
/** Told to one person within a day by UTC; the rest waits for the next one. */
export const MOST_ALERTS_A_DAY = 100;
export const MOST_ALERT_NOTE = 140;

/**
 * `above`: somebody pays that much or more, by the best bid of book and pool. `below`: somebody sells for that or less, by the best ask.
 * Both are prices at which one could trade, so that no wide gap between them and no lone trade sets an alert off.
 */
export const AlertDirection = v.picklist(["above", "below"]);
export type AlertDirection = v.InferOutput<typeof AlertDirection>;

const fields = {
  base: AssetKey,
  quote: AssetKey,
  direction: AlertDirection,
  /** Of one base asset, in the quote asset. */
  price: v.pipe(
    PriceText,
    v.check((text) => readPrice(text) !== null, says("price")),
  ),
  /** Each time the price comes there, not once. */
  repeats: v.boolean(),
  /** Also where the price is there already when it is set. */
  atOnce: v.boolean(),
  note: textUpTo(MOST_ALERT_NOTE),
  /** When it was set, or set anew; what was told before is told again after. */
  setAt: Instant,
};

/** What a device writes of an alert. */
export const PRICE_ALERT_FIELDS = [
  "base",
  "quote",
  "direction",
  "price",
  "repeats",
  "atOnce",
  "note",
  "setAt",
] as const;
/** What of an alert a person decides; the rest says when it was set, and how it begins. */
export const ALERT_CHOICES = ["base", "quote", "direction", "price", "repeats", "note"] as const;
/** With a change of any of these it is another alert than before. */
export const ALERT_TERMS = ["base", "quote", "direction", "price", "repeats", "atOnce", "setAt"] as const;

/**
 * `new` until the server has looked at it, then `waiting` for the price to come there, or `there` while it is and nothing is told
 * before it has left. `told` and `unlisted` for good, until it is set anew: the pair was not listed here when it was looked at.
 */
export const AlertState = v.picklist(["new", "waiting", "there", "told", "unlisted"]);
export type AlertState = v.InferOutput<typeof AlertState>;

/** A price alert as it is replicated: set on a device, looked after by the server. */
export const PriceAlertRow = syncRow({
  ...fields,
  state: v.optional(AlertState, "new"),
  /** When it was told last, and the price that was seen then; null and empty before. */
  toldAt: v.optional(v.nullable(Instant), null),
  toldPrice: v.optional(textUpTo(40), ""),
  ...editedFields(PRICE_ALERT_FIELDS),
});
export type PriceAlertRow = v.InferOutput<typeof PriceAlertRow>;
/** What a form holds of one. */
export type PriceAlertFields = Pick<PriceAlertRow, (typeof PRICE_ALERT_FIELDS)[number]>;
