import {
  ClaimBalanceInput,
  ClaimCheckInput,
  ClaimCheckOutput,
  HideClaimInput,
  HideClaimOutput,
} from "#schemas/claims.ts";
import { SubmissionOutput } from "#schemas/wallet.ts";
import type { Endpoint } from "./endpoint.ts";

/** Claiming what others set aside on the ledger. */
export const CLAIMS_ENDPOINTS = {
  claimBalance: {
    method: "POST",
    path: "/api/wallet/claims",
    access: "user",
    summary: "Claims a claimable balance; the same idempotency key and body answer with the same submission",
    input: ClaimBalanceInput,
    output: SubmissionOutput,
    status: 202,
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
    method: "POST",
    path: "/api/wallet/claims/check",
    access: "user",
    summary: "What a claim would cost and what stands against it; nothing is claimed",
    input: ClaimCheckInput,
    output: ClaimCheckOutput,
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
    method: "POST",
    path: "/api/wallet/claims/hide",
    access: "user",
    summary:
      "Hides a claimable balance from one's list, or shows it again, on all devices; nothing happens on the ledger",
    input: HideClaimInput,
    output: HideClaimOutput,
    errors: ["claim-unknown"],
  },
} as const satisfies Record<string, Endpoint>;
