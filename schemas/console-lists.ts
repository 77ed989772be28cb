import * as v from "valibot";
import type { ProposalOutput } from "./approvals.ts";
import type { DepositForOperators } from "./deposits.ts";
import type { ReportsOutput } from "./support.ts";
import type { SuspenseOutput } from "./suspense.ts";
import type { SubmissionsOutput } from "./wallet.ts";
import { hasWords } from "./values/fold-text.ts";
import { reasonText } from "./values/fields.ts";

/** Rows that are named one by one, at most: those of a page. */
export const ROWS_NAMED = 200;

const Search = v.pipe(v.string(), v.maxLength(100));
const Rows = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, "Malformed row numbers"),
  v.transform((text) => text.split(",").map(Number)),
  v.maxLength(ROWS_NAMED),
);
const Counted = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Malformed count"), v.transform(Number));

const FILTERS = {
  /** What is searched for, as in the list itself. */
  find: v.optional(Search, ""),
  /** The list's own filter; whatever it does not know is all of it. */
  show: v.optional(v.pipe(v.string(), v.maxLength(40)), ""),
  /** These rows alone, by commas. */
  rows: v.optional(Rows),
};

/** Which rows of a list are meant. */
export const ListFilters = v.strictObject(FILTERS);
export type ListFilters = v.InferOutput<typeof ListFilters>;

/** Which of them somebody takes along, and why. With `count` only where there are still as many. */
export const ListExportQuery = v.strictObject({ ...FILTERS, count: v.optional(Counted), reason: reasonText(500) });

export const ListCountOutput = v.strictObject({ count: v.number() });

type Payment = v.InferOutput<typeof SubmissionsOutput>["submissions"][number];
type Report = ReportsOutput["reports"][number];
type Narrowed = Pick<ListFilters, "find" | "show">;

/** What the deposits can be narrowed to. */
export const SHOWN_DEPOSITS = ["all", "pending", "paying", "failed", "twice"] as const;
export type ShownDeposits = (typeof SHOWN_DEPOSITS)[number];

/** The same filter of an address or a query; all of them for what is none. */
export function shownDeposits(show: string | undefined): ShownDeposits {
  return SHOWN_DEPOSITS.find((each) => each === show) ?? "all";
}

function isShown({ status, duplicates }: DepositForOperators, shown: ShownDeposits): boolean {
  switch (shown) {
    case "all":
      return true;
    case "pending":
    case "failed":
      return status === shown;
    case "paying":
      return status === "approved" || status === "crediting";
    case "twice":
      return duplicates.length > 0;
  }
}

/** Whether a deposit is meant: the server's exports and the screen's list ask the same. */
export function meansDeposit(deposit: DepositForOperators, { find, show }: Narrowed): boolean {
  const { id, userId, cashAppUsername, cashAppTransactionId, methodLabel, notes } = deposit;
  const texts = [id, userId, cashAppUsername, cashAppTransactionId, methodLabel, notes];
  return isShown(deposit, shownDeposits(show)) && hasWords(texts, find.replaceAll(/(^|\s)#/g, "$1"));
}

/** The same of a payment that waits. */
export function meansPayment(payment: Payment, { find, show }: Narrowed): boolean {
  const { id, userId, account, to, hash, innerHash, reason, state } = payment;
  const isMeant = (show !== "held" && show !== "ambiguous") || state === show;
  return isMeant && hasWords([id, userId, account, to, hash, innerHash, reason], find);
}

/** The same of an item of the suspense account. */
export function meansItem(item: SuspenseOutput, { find }: Narrowed): boolean {
  const { id, memo, from, to, hash, assetCode, userId, suggestedUserId } = item;
  return hasWords([id, memo, from, to, hash, assetCode, userId, suggestedUserId], find);
}

/** What the reports can be narrowed to. */
export const SHOWN_REPORTS = ["all", "open", "answered", "closed"] as const;

export function shownReports(show: string | undefined): (typeof SHOWN_REPORTS)[number] {
  return SHOWN_REPORTS.find((each) => each === show) ?? "all";
}

/** The same of what somebody sent to support. */
export function meansReport({ id, userId, note, facts, state }: Report, { find, show }: Narrowed): boolean {
  const shown = shownReports(show);
  if (shown !== "all" && state !== shown) return false;
  return hasWords([id, userId, note, ...Object.values(facts).map(String)], find);
}

/** The same of a proposal; `says` is what it would do, in words. */
export function meansProposal(
  { id, userId, reason }: Pick<ProposalOutput, "id" | "userId" | "reason">,
  says: string,
  { find }: Pick<Narrowed, "find">,
): boolean {
  return hasWords([id, says, userId, reason], find);
}
