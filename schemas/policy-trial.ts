import * as v from "valibot";
import { ToldRefusal } from "./said.ts";
import { LockOut, OperatorPolicy } from "./security.ts";
import { AssetCode, Instant } from "./values/fields.ts";

/** How far back a drafted policy is tried. */
export const TRIAL_DAYS = 30;

const Draft = v.pipe(v.string(), v.parseJson(), OperatorPolicy);

/** The policy that a query names as JSON. */
export function readDraft(text: string): OperatorPolicy {
  return v.parse(Draft, text);
}

/** A drafted policy as JSON. People are gone through part by part: `before` is what the part before said is next. */
export const PolicyTrialQuery = v.strictObject({
  draft: v.pipe(
    v.string(),
    v.maxLength(2000),
    v.check((text) => v.safeParse(Draft, text).success, "Malformed policy"),
  ),
  before: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/, "Malformed number"), v.transform(Number))),
});

/** Of so many, beside each other: they are no amount that the network could hold. */
const Sum = v.strictObject({ assetCode: AssetCode, issuer: v.string(), amount: v.string() });

const Counted = v.strictObject({
  count: v.number(),
  /** What left by them, by asset. */
  sums: v.array(Sum),
});

/** What a drafted policy would have done to what one part of all people sent within the last days. */
export const PolicyTrialOutput = v.strictObject({
  /** How many movements were judged. */
  judged: v.number(),
  /** How many people sent them. */
  people: v.number(),
  refused: v.strictObject({
    ...Counted.entries,
    /** How many people would have been refused anything. */
    people: v.number(),
    /** The first refusal of each, by its code. */
    byCode: v.record(v.string(), v.number()),
  }),
  /** What would have waited for an operator. */
  held: Counted,
  /** Some of what would have been refused. */
  examples: v.array(
    v.strictObject({
      submissionId: v.number(),
      userId: v.number(),
      at: Instant,
      sums: v.array(Sum),
      refusal: ToldRefusal,
    }),
  ),
  /** How it would keep everybody from sending anything; null where it would not. */
  locksOut: v.nullable(LockOut),
  /** Where the next part begins; null after the last. */
  next: v.nullable(v.number()),
});
export type PolicyTrialOutput = v.InferOutput<typeof PolicyTrialOutput>;
