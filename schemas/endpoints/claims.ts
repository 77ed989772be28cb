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
    input: ClaimBalanceInput,
    output: SubmissionOutput,
    status: 202,
  },
  claimCheck: {
    method: "POST",
    path: "/api/wallet/claims/check",
    access: "user",
    input: ClaimCheckInput,
    output: ClaimCheckOutput,
  },
  hideClaim: {
    method: "POST",
    path: "/api/wallet/claims/hide",
    access: "user",
    input: HideClaimInput,
    output: HideClaimOutput,
  },
} as const satisfies Record<string, Endpoint>;
