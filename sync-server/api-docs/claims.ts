import type { CLAIMS_ENDPOINTS } from "#schemas/endpoints/claims.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const CLAIMS_DOCS = {
  claimBalance: {
    summary: "Claims a claimable balance; the same idempotency key and body answer with the same submission",
    errors: [
      "claim-unknown",
      "claim-gone",
      "claim-not-yet",
      "claim-expired",
      "claim-impossible",
      "claim-under-way",
      "claim-issuer-gone",
      "claim-not-authorized",
      "claim-line-full",
      "claim-reserve-too-low",
      "fee-balance-too-low",
      "fees-risen",
      "account-frozen",
      "account-closing",
      "payments-halted",
      "idempotency-key-reused",
      "wallet-not-ready",
      "network-unreachable",
      "rate-limited",
    ],
  },
  claimCheck: {
    summary: "What a claim would cost and what stands against it; nothing is claimed",
    errors: [
      "claim-unknown",
      "claim-gone",
      "account-frozen",
      "wallet-not-ready",
      "network-unreachable",
      "rate-limited",
    ],
  },
  hideClaim: {
    summary:
      "Hides a claimable balance from one's list, or shows it again, on all devices; nothing happens on the ledger",
    errors: ["claim-unknown"],
  },
} as const satisfies DocsOf<typeof CLAIMS_ENDPOINTS>;
