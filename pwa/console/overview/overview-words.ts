import { t } from "@lingui/core/macro";
import type { Endpoint } from "#schemas/endpoints.ts";
import { APPROVALS_ENDPOINTS } from "#schemas/endpoints/approvals.ts";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { DIAGNOSTICS_ENDPOINTS } from "#schemas/endpoints/diagnostics.ts";
import { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { RECONCILIATION_ENDPOINTS } from "#schemas/endpoints/reconciliation.ts";
import { TASKS_ENDPOINTS } from "#schemas/endpoints/tasks.ts";
import type { SubmissionCounts, WaitingKind } from "#schemas/overview.ts";

/** Where something that waits is dealt with. */
export interface WaitingPlace {
  readonly label: string;
  /** A screen of its own, or a tab of the panel and what of it is shown; neither where it stands on the overview itself. */
  readonly to?: string;
  readonly tab?: string;
  readonly show?: string;
  /** Who may not ask this has no such tab. */
  readonly reads: Endpoint;
}

/** In the order in which they stand. */
export const WAITING_PLACES: Readonly<Record<WaitingKind, WaitingPlace>> = {
  deposits: {
    get label() {
      return t`Deposits`;
    },
    tab: "deposits",
    reads: DEPOSIT_QUEUE_ENDPOINTS.depositQueue,
  },
  proposals: {
    get label() {
      return t`Approvals`;
    },
    tab: "approvals",
    reads: APPROVALS_ENDPOINTS.proposals,
  },
  held: {
    get label() {
      return t`Payments to approve`;
    },
    tab: "payments",
    show: "held",
    reads: OPERATORS_ENDPOINTS.submissionsToDecide,
  },
  ambiguous: {
    get label() {
      return t`Ambiguous payments`;
    },
    tab: "payments",
    show: "ambiguous",
    reads: OPERATORS_ENDPOINTS.submissionsToDecide,
  },
  suspense: {
    get label() {
      return t`Suspense`;
    },
    tab: "suspense",
    reads: RECONCILIATION_ENDPOINTS.suspense,
  },
  differences: {
    get label() {
      return t`Assets that differ from the ledger`;
    },
    tab: "books",
    reads: RECONCILIATION_ENDPOINTS.reconcile,
  },
  reports: {
    get label() {
      return t`Reports to support`;
    },
    tab: "support",
    reads: DIAGNOSTICS_ENDPOINTS.supportReports,
  },
  identities: {
    get label() {
      return t`Identities to look at`;
    },
    tab: "identities",
    reads: KYC_DESK_ENDPOINTS.identities,
  },
  legal: {
    get label() {
      return t`Legal pages to replace`;
    },
    to: "/admin-cms",
    reads: CONTENT_DESK_ENDPOINTS.contentList,
  },
  issues: {
    get label() {
      return t`What is wrong`;
    },
    to: "/admin-super/$tab",
    tab: "monitoring",
    reads: MONITORING_ENDPOINTS.monitoredIssues,
  },
  tasks: {
    get label() {
      return t`Tasks`;
    },
    reads: TASKS_ENDPOINTS.tasks,
  },
};

export function budgetWords(name: "reserves" | "fees"): string {
  return name === "reserves" ? t`Reserves of new accounts, today` : t`Network fees for others, today`;
}

/** Submissions by state, in the order in which they go through them. */
export function stateWords(state: keyof SubmissionCounts): string {
  switch (state) {
    case "held":
      return t`Waiting for an operator`;
    case "created":
      return t`Accepted, not signed yet`;
    case "awaiting-signature":
      return t`Waiting for their owner's signature`;
    case "signed":
      return t`Signed, not sent yet`;
    case "submitted":
      return t`Sent, in no ledger yet`;
    case "expired":
      return t`Expired, to be built again`;
    case "ambiguous":
      return t`Ambiguous`;
    case "confirmedToday":
      return t`Confirmed, accepted today`;
    case "failedToday":
      return t`Failed, accepted today`;
  }
}
