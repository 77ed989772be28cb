import type { RECONCILIATION_ENDPOINTS } from "#schemas/endpoints/reconciliation.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const RECONCILIATION_DOCS = {
  reconcile: {
    summary: "Compares the records with the ledger now; assets that differ are halted, those that pass go on",
    errors: ["network-unreachable"],
  },
  acceptDifference: {
    summary:
      "Proposes to accept the difference of an asset as understood: with a second operator's word its payments go on",
    errors: ["difference-unknown", "proposal-open", "operator-frozen"],
  },
  suspense: {
    summary: "Money that arrived at the house and could not be matched, oldest first",
    errors: ["input-invalid"],
  },
  claimSuspense: {
    summary:
      "Pays such money on to the user it was meant for, once; to anybody but whom the memo names with a second operator",
    errors: [
      "suspense-unknown",
      "suspense-decided",
      "user-unknown",
      "approval-own",
      "balance-too-low",
      "wallet-not-ready",
      "network-unreachable",
      "proposal-open",
      "operator-frozen",
    ],
  },
  returnSuspense: {
    summary: "Pays such money back to where it came from, once",
    errors: [
      "proposal-open",
      "operator-frozen",
      "suspense-unknown",
      "suspense-decided",
      "approval-own",
      "balance-too-low",
      "wallet-not-ready",
      "network-unreachable",
    ],
  },
} as const satisfies DocsOf<typeof RECONCILIATION_ENDPOINTS>;
