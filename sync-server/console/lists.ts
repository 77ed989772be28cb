import type { Document } from "mongodb";
import type { ListedSubmission } from "#schemas/all-submissions.ts";
import { type ApiKeyFilters, type ListedApiKey, SHOWN_API_KEYS } from "#schemas/api-keys.ts";
import type { ProposalOutput } from "#schemas/approvals.ts";
import { type ListQuery, meansFee } from "#schemas/console-lists.ts";
import type { DecidedDeposit, DepositForOperators } from "#schemas/deposits.ts";
import type { FeeRuleOutput } from "#schemas/fees.ts";
import type { IdentityRow } from "#schemas/identity-desk.ts";
import type { OperatorActionKind } from "#schemas/security.ts";
import type { SuspenseOutput } from "#schemas/suspense.ts";
import { countKeys, eachKey } from "#server/api-keys/index.ts";
import { searchProposals } from "#server/approvals/index.ts";
import { searchDecided, searchOpen } from "#server/deposits/index.ts";
import { listFeeRules } from "#server/fees/index.ts";
import { searchIdentities } from "#server/kyc/index.ts";
import type { CsvColumn } from "#server/platform/csv/csv.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { countMeant, eachMeant, type ListSearch } from "#server/platform/lists/list-search.ts";
import { type ReportRow, searchReports } from "#server/support/index.ts";
import { searchItems } from "#server/suspense/index.ts";
import { searchAll, searchWaiting, type WaitingPayment } from "#server/wallet/index.ts";

/** A list of the console: all of its rows that are meant, some at a time, and what is told of each. */
export interface ConsoleList<Row> {
  /** As what it is noted that somebody took it along. */
  readonly action: OperatorActionKind;
  /** Which of the lists that are noted so; nothing for the first of them. */
  readonly which?: string;
  readonly parts: Asked<AsyncIterable<readonly Row[]>>;
  readonly count: Asked<Promise<number>>;
  readonly columns: readonly CsvColumn<Row>[];
}

type Asked<Answer> = (runtime: Runtime, query: ListQuery, operatorId: number) => Answer;

/** What a search leads to, and how much that is. */
function found<Stored extends Document & { readonly id: number }, Row>(
  search: Asked<Promise<ListSearch<Stored, Row>>>,
): Pick<ConsoleList<Row>, "parts" | "count"> {
  return {
    parts: async function* (runtime, query, operatorId) {
      yield* eachMeant(await search(runtime, query, operatorId));
    },
    count: async (runtime, query, operatorId) => countMeant(await search(runtime, query, operatorId)),
  };
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

function depositColumns<Row extends DepositForOperators>(): readonly CsvColumn<Row>[] {
  return [
    plain("id"),
    plain("userId"),
    plain("status"),
    plain("createdAt"),
    ["amount_usd", ({ amount }) => amount],
    plain("methodName"),
    plain("cashAppUsername"),
    plain("cashAppTransactionId"),
    plain("xlmRate"),
    plain("xlmCredited"),
    plain("approvedBy"),
    plain("duplicates"),
    plain("notes"),
  ];
}

export const DEPOSITS: ConsoleList<DepositForOperators> = {
  action: "export-deposits",
  ...found(searchOpen),
  columns: depositColumns(),
};

export const DECIDED: ConsoleList<DecidedDeposit> = {
  action: "export-deposits",
  which: "decided",
  ...found(searchDecided),
  columns: [...depositColumns<DecidedDeposit>(), plain("decidedAt"), plain("verifiedBy")],
};

export const PROPOSALS: ConsoleList<ProposalOutput> = {
  action: "export-proposals",
  ...found(searchProposals),
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

function paymentColumns<Row extends WaitingPayment>(): readonly CsvColumn<Row>[] {
  return [
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
  ];
}

export const PAYMENTS: ConsoleList<WaitingPayment> = {
  action: "export-payments",
  ...found(searchWaiting),
  columns: paymentColumns(),
};

export const ALL_PAYMENTS: ConsoleList<ListedSubmission> = {
  action: "export-payments",
  which: "all",
  ...found(searchAll),
  columns: [
    ...paymentColumns<ListedSubmission>(),
    plain("ledger"),
    plain("updatedAt"),
    ["evidence", ({ evidence }) => evidence?.text ?? ""],
    ["evidence_by", ({ evidence }) => String(evidence?.operatorId ?? "")],
  ],
};

export const SUSPENSE: ConsoleList<SuspenseOutput> = {
  action: "export-suspense",
  ...found(searchItems),
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
  ...found(searchReports),
  columns: [
    plain("id"),
    plain("userId"),
    plain("email"),
    plain("state"),
    plain("reportedAt"),
    ["screen", ({ facts }) => facts.screen],
    plain("note"),
    ["device", ({ facts }) => facts.device],
    ["app_version", ({ facts }) => facts.appVersion],
    ["language", ({ facts }) => facts.language],
  ],
};

export const FEES: ConsoleList<FeeRuleOutput> = {
  action: "export-fees",
  parts: async function* (runtime, query) {
    yield await meantFees(runtime, query);
  },
  count: async (runtime, query) => (await meantFees(runtime, query)).length,
  columns: [
    plain("id"),
    plain("operationType"),
    plain("assetCode"),
    plain("feeType"),
    plain("feeValue"),
    plain("minFee"),
    plain("maxFee"),
    plain("active"),
    plain("lastUpdated"),
    ["next_from", ({ next }) => next?.from ?? ""],
    ["next_rule", ({ next }) => (next === null ? "" : JSON.stringify(next.rule))],
  ],
};

export const IDENTITIES: ConsoleList<IdentityRow> = {
  action: "export-identities",
  ...found(searchIdentities),
  columns: [
    plain("id"),
    plain("userId"),
    plain("username"),
    plain("documentType"),
    plain("country"),
    plain("status"),
    plain("isMoreAsked"),
    plain("submittedDate"),
    plain("dueDate"),
    plain("reviewDate"),
    plain("reviewedBy"),
    plain("attempts"),
    plain("duplicates"),
  ],
};

export const API_KEYS: ConsoleList<ListedApiKey> = {
  action: "export-api-keys",
  parts: (runtime, query) => eachKey(runtime, keysMeant(query)),
  count: (runtime, query) => countKeys(runtime, keysMeant(query)),
  columns: [
    plain("id"),
    plain("userId"),
    plain("username"),
    plain("name"),
    plain("scopes"),
    plain("isLive"),
    plain("addresses"),
    ["daily_limit", ({ pays }) => pays?.dailyLimit ?? ""],
    ["recipients", ({ pays }) => pays?.allowed.map(({ address }) => address).join(" ") ?? ""],
    plain("createdAt"),
    plain("expiresAt"),
    plain("lastUsedAt"),
  ],
};

function keysMeant({ find, show }: ListQuery): ApiKeyFilters {
  return { find, show: SHOWN_API_KEYS.find((each) => each === show) ?? "all" };
}

async function meantFees(runtime: Runtime, query: ListQuery): Promise<FeeRuleOutput[]> {
  return (await listFeeRules(runtime)).rules.filter((rule) => meansFee(rule, query));
}
