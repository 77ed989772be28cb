import * as v from "valibot";
import { LIST_FILTERS, NextRow, RowPlace } from "./list-filters.ts";
import { AssetCode, Id, Instant, requiredText } from "./values/fields.ts";
import { says } from "./values/field-sentences.ts";
import { Amount } from "./values/money.ts";
import { SubmissionState } from "./wallet.ts";

export const SuspenseState = v.picklist(["open", "claimed", "returned"]);

/** Money that arrived at a house account and could not be matched, as operators see it. */
export const SuspenseOutput = v.strictObject({
  id: v.number(),
  operationId: v.string(),
  assetCode: AssetCode,
  issuer: v.string(),
  amount: Amount,
  from: v.string(),
  /** The address that was paid: muxed (M...) where the payer named a number with it. */
  to: v.string(),
  memo: v.string(),
  ledger: v.number(),
  hash: v.string(),
  arrivedAt: Instant,
  state: SuspenseState,
  /** Whom it was claimed for. */
  userId: v.nullable(v.number()),
  /** Who may be meant, by the memo or the number. */
  suggestedUserId: v.nullable(v.number()),
  /** How the payment stands that carries the decision out; a failed one may be decided again. */
  payment: v.nullable(v.strictObject({ submissionId: v.number(), state: SubmissionState, reason: v.string() })),
});
export type SuspenseOutput = v.InferOutput<typeof SuspenseOutput>;

/** Which of what is not settled; `after` is the number of an item: what follows arrived later. */
export const SuspenseQuery = v.strictObject({ ...LIST_FILTERS, after: v.optional(RowPlace) });
export type SuspenseQuery = v.InferOutput<typeof SuspenseQuery>;
/** 200 at most, oldest first. */
export const SuspenseListOutput = v.strictObject({ items: v.array(SuspenseOutput), next: NextRow });
export type SuspenseListOutput = v.InferOutput<typeof SuspenseListOutput>;

export const SuspenseParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed item number"), v.transform(Number)),
});
export const ClaimInput = v.strictObject({ userId: Id, reason: requiredText(500, says("say-why")) });
