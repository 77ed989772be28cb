import {
  OpenSubmissionsOutput,
  SendCheckInput,
  SendCheckOutput,
  SendInput,
  SettleConfirmationInput,
  SettleConfirmationOutput,
  SubmissionOutput,
  SubmissionParams,
  WalletOutput,
} from "#schemas/wallet.ts";
import type { Endpoint } from "./endpoint.ts";

/** One's own money, and sending it. */
export const WALLET_ENDPOINTS = {
  wallet: {
    method: "GET",
    path: "/api/wallet",
    access: "user",
    keyScopes: ["read"],
    output: WalletOutput,
  },
  walletSend: {
    method: "POST",
    path: "/api/wallet/send",
    access: "user",
    keyScopes: ["pay"],
    input: SendInput,
    output: SubmissionOutput,
    status: 202,
  },
  walletCheck: {
    method: "POST",
    path: "/api/wallet/send/check",
    access: "user",
    keyScopes: ["pay"],
    input: SendCheckInput,
    output: SendCheckOutput,
  },
  openSubmissions: {
    method: "GET",
    path: "/api/wallet/submissions",
    access: "user",
    keyScopes: ["read"],
    isPolled: true,
    output: OpenSubmissionsOutput,
  },
  walletSubmission: {
    method: "GET",
    path: "/api/wallet/submissions/:id",
    access: "user",
    keyScopes: ["read", "pay"],
    isPolled: true,
    params: SubmissionParams,
    output: SubmissionOutput,
  },
  settleConfirmation: {
    method: "POST",
    path: "/api/wallet/confirmations/settle",
    access: "user",
    input: SettleConfirmationInput,
    output: SettleConfirmationOutput,
  },
} as const satisfies Record<string, Endpoint>;
