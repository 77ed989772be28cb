import * as v from "valibot";
import { FilterDay, LIST_FILTERS, NextRow, RowPlace } from "./list-filters.ts";
import { ACCOUNT_PATTERN, Instant, MUXED_PATTERN } from "./values/fields.ts";
import { SubmissionState, SubmissionsOutput } from "./wallet.ts";

/** Why a transaction is made: whose wish or which job it carries out. */
export const SUBMISSION_KINDS = [
  "send",
  "claim",
  "trustline",
  "trade",
  "swap",
  "pool",
  "stake",
  "unstake",
  "stake-reward",
  "affiliate-payout",
  "automation",
  "market-making",
  "multisig",
  "deposit",
  "refund",
  "house",
  "onboarding",
  "reclaim",
  "anchor",
  "rotation",
] as const;

/** What finds one of them whole: its number, a hash that it has or had, or an address that pays or is paid. */
export type Exact =
  | { readonly by: "id"; readonly id: number }
  | { readonly by: "hash"; readonly hash: string }
  | { readonly by: "address"; readonly address: string };

/** What is typed as one of these; null for all else, which finds nothing. */
export function readExact(typed: string): Exact | null {
  const text = typed.trim();
  if (/^[1-9]\d{0,14}$/.test(text)) return { by: "id", id: Number(text) };
  if (/^[0-9a-f]{64}$/i.test(text)) return { by: "hash", hash: text.toLowerCase() };
  const address = text.toUpperCase();
  return ACCOUNT_PATTERN.test(address) || MUXED_PATTERN.test(address) ? { by: "address", address } : null;
}

/** Which submissions, and the days (UTC) of their acceptance, both included. */
export const SUBMISSION_FILTERS = {
  ...LIST_FILTERS,
  state: v.optional(SubmissionState),
  kind: v.optional(v.picklist(SUBMISSION_KINDS)),
  /** Whose; 0 is the house. */
  userId: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Malformed user number"), v.transform(Number))),
  exact: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100),
      v.check((text) => readExact(text) !== null, "Neither a number nor a whole hash or address"),
    ),
  ),
  from: v.optional(FilterDay),
  to: v.optional(FilterDay),
};
/** `before` is the number of a submission: what follows was accepted earlier. */
export const AllSubmissionsQuery = v.strictObject({ ...SUBMISSION_FILTERS, before: v.optional(RowPlace) });
export type AllSubmissionsQuery = v.InferOutput<typeof AllSubmissionsQuery>;

/** A payment in whatever state, with what operators alone know of it. */
export const ListedSubmission = v.strictObject({
  ...SubmissionsOutput.entries.submissions.item.entries,
  /** That of its confirmation or failure. */
  ledger: v.nullable(v.number()),
  updatedAt: Instant,
  /** How an operator knew what became of it, where nothing could be proven. */
  evidence: v.nullable(v.strictObject({ operatorId: v.number(), text: v.string() })),
});
export type ListedSubmission = v.InferOutput<typeof ListedSubmission>;

/** The newest first, 100 at most; `next` is where the next page goes on, null for the last. */
export const AllSubmissionsOutput = v.strictObject({
  submissions: v.array(ListedSubmission),
  next: NextRow,
});
export type AllSubmissionsOutput = v.InferOutput<typeof AllSubmissionsOutput>;
