import * as v from "valibot";
import { Instant } from "./values/fields.ts";

/** What the server itself finds out about a payment, at the moment when it is asked. */
export const PaymentEvidenceOutput = v.strictObject({
  lookedAt: Instant,
  /** Every envelope that there was, by its hash, and what our nodes say of it. */
  hashes: v.array(
    v.strictObject({
      hash: v.string(),
      /** Whether it failed only since its recipient's account was opened or closed, and another was made of it. */
      isMissed: v.optional(v.boolean()),
      answer: v.variant("kind", [
        v.strictObject({ kind: v.literal("found"), isSuccessful: v.boolean(), ledger: v.number() }),
        /** In none of the ledgers from the oldest that the node remembers to its latest. */
        v.strictObject({ kind: v.literal("missing"), oldestLedger: v.number(), latestLedger: v.number() }),
        v.strictObject({ kind: v.literal("unreachable") }),
      ]),
    }),
  ),
  /** What the last envelope is bound to; null where nothing was ever signed. */
  bounds: v.nullable(
    v.strictObject({
      /** The account whose number it uses, and the number, as a decimal text. */
      source: v.string(),
      sequence: v.string(),
      signedAtLedger: v.number(),
      maxLedger: v.number(),
      maxTime: Instant,
    }),
  ),
  /** The number that this account has used last, as a decimal text, null where there is no such account; null if nobody answers. */
  present: v.nullable(v.strictObject({ sequence: v.nullable(v.string()), ledger: v.number() })),
});
export type PaymentEvidenceOutput = v.InferOutput<typeof PaymentEvidenceOutput>;
