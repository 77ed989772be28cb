import * as v from "valibot";
import type { SUBMISSION_KINDS } from "./all-submissions.ts";
import { FeeOperation, type FeeRuleOutput } from "./fees.ts";
import type { ListFilters } from "./list-filters.ts";
import type { SubmissionState } from "./wallet.ts";
import { hasWords } from "./values/fold-text.ts";
import { reasonText } from "./values/fields.ts";

const Counted = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Malformed count"), v.transform(Number));

/** What a list is taken along with, besides its filters: why. With `count` only where there are still as many. */
export const EXPORT_TERMS = { count: v.optional(Counted), reason: reasonText(500) };

export const ListCountOutput = v.strictObject({ count: v.number() });

/** By what one list or another is narrowed: each takes its own of these, and refuses the others. */
export interface ListQuery extends ListFilters {
  readonly method?: string | undefined;
  readonly status?: "credited" | "rejected" | "failed" | undefined;
  readonly state?: SubmissionState | undefined;
  readonly kind?: (typeof SUBMISSION_KINDS)[number] | undefined;
  readonly userId?: number | undefined;
  readonly exact?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What the deposits can be narrowed to. */
export const SHOWN_DEPOSITS = ["all", "pending", "paying", "failed", "twice"] as const;
export type ShownDeposits = (typeof SHOWN_DEPOSITS)[number];

/** The same filter of an address or a query; all of them for what is none. */
export function shownDeposits(show: string | undefined): ShownDeposits {
  return SHOWN_DEPOSITS.find((each) => each === show) ?? "all";
}

/** What the payments that wait can be narrowed to. */
export const SHOWN_PAYMENTS = ["waiting", "held", "ambiguous"] as const;

export function shownPayments(show: string | undefined): (typeof SHOWN_PAYMENTS)[number] {
  return SHOWN_PAYMENTS.find((each) => each === show) ?? "waiting";
}

/** What the reports can be narrowed to. */
export const SHOWN_REPORTS = ["all", "open", "answered", "closed"] as const;

export function shownReports(show: string | undefined): (typeof SHOWN_REPORTS)[number] {
  return SHOWN_REPORTS.find((each) => each === show) ?? "all";
}

/** What the rules of fees can be narrowed to: those of one operation. */
export const SHOWN_FEES = ["all", ...FeeOperation.options] as const;

export function shownFees(show: string | undefined): (typeof SHOWN_FEES)[number] {
  return SHOWN_FEES.find((each) => each === show) ?? "all";
}

/** Whether a rule is meant: there are few of them, so that screens have them all and ask the same as the server's exports. */
export function meansFee(
  { id, operationType, assetCode }: FeeRuleOutput,
  { find, show, rows }: Pick<ListFilters, "find" | "show" | "rows">,
): boolean {
  if (rows) return rows.includes(id);
  const shown = shownFees(show);
  return (shown === "all" || shown === operationType) && hasWords([id, assetCode], find);
}
