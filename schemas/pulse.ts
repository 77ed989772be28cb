import * as v from "valibot";
import { AssetCode, Instant } from "./values/fields.ts";
import { PriceText } from "./values/price.ts";

/** Pairs that are told, at most. */
export const PULSE_PAIRS = 4;

/** A pair of listed assets by their codes: what one `base` was last traded for, and what that is against a day ago, in percent. */
export const PulsePair = v.strictObject({
  base: AssetCode,
  quote: AssetCode,
  last: PriceText,
  change: v.nullable(v.pipe(v.string(), v.regex(/^-?\d{1,15}\.\d{2}$/))),
});

/** That the ledger moves, for whoever has no account yet: its last number that is known here, when it closed, and some prices. */
export const PulseOutput = v.strictObject({
  ledger: v.nullable(v.number()),
  closedAt: v.nullable(Instant),
  pairs: v.pipe(v.array(PulsePair), v.maxLength(PULSE_PAIRS)),
});
export type PulseOutput = v.InferOutput<typeof PulseOutput>;
