import type { ProposalOutput } from "#schemas/approvals.ts";
import {
  type ListFilters,
  meansDeposit,
  meansItem,
  meansPayment,
  meansProposal,
  meansReport,
} from "#schemas/console-lists.ts";
import type { DepositForOperators } from "#schemas/deposits.ts";
import type { OperatorActionKind } from "#schemas/security.ts";
import type { SuspenseOutput } from "#schemas/suspense.ts";
import { eachProposal } from "#server/approvals/index.ts";
import { eachOpenDeposit } from "#server/deposits/index.ts";
import type { CsvColumn } from "#server/platform/csv/csv.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { eachReport, type ReportRow } from "#server/support/index.ts";
import { eachItem } from "#server/suspense/index.ts";
import { eachWaitingPayment, type WaitingPayment } from "#server/wallet/index.ts";

/** A list of the console: where all of its rows come from, some at a time, which are meant, and what is told of each. */
export interface ConsoleList<Row extends { readonly id: number }> {
  /** As what it is noted that somebody took it along. */
  readonly action: OperatorActionKind;
  readonly parts: (runtime: Runtime, filters: ListFilters) => AsyncIterable<readonly Row[]>;
  readonly means: (row: Row, filters: ListFilters) => boolean;
  readonly columns: readonly CsvColumn<Row>[];
}

/** A column of a field by its own name. */
function plain<Row extends object>(field: keyof Row & string): CsvColumn<Row> {
  const name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [name, (row) => textOf(row[field])];
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join(" ") : String(value);
}

export const DEPOSITS: ConsoleList<DepositForOperators> = {
  action: "export-deposits",
  parts: (runtime) => eachOpenDeposit(runtime),
  means: meansDeposit,
  columns: [
    plain("id"),
    plain("userId"),
    plain("status"),
    plain("createdAt"),
    ["amount_usd", ({ amount }) => amount],
    plain("cashAppUsername"),
    plain("cashAppTransactionId"),
    plain("xlmRate"),
    plain("xlmCredited"),
    plain("approvedBy"),
    plain("duplicates"),
    plain("notes"),
  ],
};

export const PROPOSALS: ConsoleList<ProposalOutput> = {
  action: "export-proposals",
  parts: (runtime, { show }) => eachProposal(runtime, show === "all" ? "all" : "waiting"),
  means: (proposal, filters) => meansProposal(proposal, proposal.says, filters),
  columns: [
    plain("id"),
    ["kind", ({ content }) => content.kind],
    plain("state"),
    plain("says"),
    plain("reason"),
    plain("userId"),
    plain("proposedBy"),
    plain("proposedAt"),
    plain("approvedBy"),
    plain("approvedAt"),
    plain("endedBy"),
    plain("endedAt"),
    plain("ending"),
    ["content", ({ content }) => JSON.stringify(content)],
  ],
};

export const PAYMENTS: ConsoleList<WaitingPayment> = {
  action: "export-payments",
  parts: (runtime) => eachWaitingPayment(runtime),
  means: meansPayment,
  columns: [
    plain("id"),
    plain("userId"),
    plain("kind"),
    plain("state"),
    plain("createdAt"),
    plain("account"),
    plain("to"),
    plain("amount"),
    plain("assetCode"),
    plain("hash"),
    plain("innerHash"),
    plain("reason"),
  ],
};

export const SUSPENSE: ConsoleList<SuspenseOutput> = {
  action: "export-suspense",
  parts: (runtime) => eachItem(runtime),
  means: meansItem,
  columns: [
    plain("id"),
    plain("state"),
    plain("arrivedAt"),
    plain("amount"),
    plain("assetCode"),
    plain("issuer"),
    plain("from"),
    plain("to"),
    plain("memo"),
    plain("ledger"),
    plain("hash"),
    plain("userId"),
    plain("suggestedUserId"),
  ],
};

export const REPORTS: ConsoleList<ReportRow> = {
  action: "export-reports",
  parts: (runtime) => eachReport(runtime),
  means: meansReport,
  columns: [
    plain("id"),
    plain("userId"),
    plain("state"),
    plain("reportedAt"),
    ["screen", ({ facts }) => facts.screen],
    plain("note"),
    ["device", ({ facts }) => facts.device],
    ["app_version", ({ facts }) => facts.appVersion],
    ["language", ({ facts }) => facts.language],
  ],
};
