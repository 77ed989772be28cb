import type { APPROVALS_ENDPOINTS } from "#schemas/endpoints/approvals.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const APPROVALS_DOCS = {
  proposals: {
    summary: "What operators proposed that needs a second operator's word, newest first",
    errors: [],
  },
  approveProposal: {
    summary:
      "Approves what another operator proposed, exactly as it was shown, and carries it out; nobody approves their own",
    errors: [
      "proposal-unknown",
      "proposal-decided",
      "proposal-own",
      "proposal-too-soon",
      "proposal-changed",
      "proposal-outdated",
      "proposal-proposer-gone",
      "roles-same",
      "invitation-open",
      "operator-own",
      "operator-frozen",
      "deposit-not-waiting",
      "deposit-duplicate",
      "deposits-off",
      "fee-rule-taken",
      "fee-rule-unknown",
      "submission-not-waiting",
      "resolution-contradicted",
      "difference-unknown",
      "suspense-decided",
      "balance-too-low",
      "wallet-not-ready",
      "network-unreachable",
    ],
  },
  rejectProposal: {
    summary: "Rejects what another operator proposed, or stops what was approved and not carried out yet",
    errors: ["proposal-unknown", "proposal-decided", "operator-own"],
  },
  withdrawProposal: {
    summary: "Takes back what one proposed oneself, as long as it was not carried out",
    errors: ["proposal-unknown", "proposal-decided", "proposal-not-yours"],
  },
} as const satisfies DocsOf<typeof APPROVALS_ENDPOINTS>;
