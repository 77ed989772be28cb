import { CloseAccountInput, CloseAccountOutput, ClosingOutput } from "#schemas/closing.ts";
import type { Endpoint } from "./endpoint.ts";

/** Closing one's own account. */
export const CLOSING_ENDPOINTS = {
  closing: {
    method: "GET",
    path: "/api/account/close",
    access: "user",
    summary: "What stands against closing one's own account",
    output: ClosingOutput,
    errors: [],
  },
  closeAccount: {
    method: "POST",
    path: "/api/account/close",
    access: "confirmed",
    summary: "Closes one's own account for good, once nothing is left in it or after merging it into another",
    input: CloseAccountInput,
    output: CloseAccountOutput,
    errors: [
      "close-payments-open",
      "close-deposits-open",
      "close-offers-open",
      "close-set-aside-open",
      "close-assets-left",
      "close-xlm-left",
      "close-destination-missing",
      "close-operator",
      "account-frozen",
      "payments-halted",
      "kyc-required",
      "cool-off",
      "limit-exceeded",
      "daily-limit-exceeded",
      "recipient-unknown",
      "recipient-closed",
      "recipient-is-self",
      "recipient-not-allowed",
      "recipient-on-hold",
      "address-malformed",
      "memo-too-long",
      "memo-required",
      "fee-balance-too-low",
      "wallet-not-ready",
      "network-unreachable",
    ],
  },
} as const satisfies Record<string, Endpoint>;
