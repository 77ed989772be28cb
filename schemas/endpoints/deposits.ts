import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import {
  ApproveDepositInput,
  DepositInput,
  DepositOutput,
  DepositParams,
  DepositQueueOutput,
  DepositQueueQuery,
  DepositSettingsOutput,
  DepositsOutput,
  RejectDepositInput,
} from "#schemas/deposits.ts";
import type { Endpoint } from "./endpoint.ts";

/** Deposits by Cash App: people's side and the operators'. */
export const DEPOSITS_ENDPOINTS = {
  deposits: {
    method: "GET",
    path: "/api/deposits",
    access: "user",
    summary: "One's own Cash App deposits, newest first, and where to pay",
    output: DepositsOutput,
    errors: [],
  },
  declareDeposit: {
    method: "POST",
    path: "/api/deposits",
    access: "user",
    summary: "Declares a payment made by Cash App; the same transaction id answers with the same deposit",
    input: DepositInput,
    output: DepositOutput,
    status: 201,
    errors: [
      "amount-not-positive",
      "deposit-too-small",
      "deposit-too-large",
      "deposits-off",
      "deposit-claimed",
      "deposits-waiting",
      "wallet-not-ready",
      "rate-limited",
    ],
  },
  depositQueue: {
    method: "GET",
    path: "/api/admin/deposits",
    access: "admin",
    summary: "Deposits that are not settled, oldest first, in pages",
    query: DepositQueueQuery,
    output: DepositQueueOutput,
    errors: [],
  },
  approveDeposit: {
    method: "POST",
    path: "/api/admin/deposits/:id/approve",
    access: "operator",
    summary:
      "Approves a deposit at a rate that is fixed by it; above an amount, or at a rate that favours its owner, a second operator has to agree",
    params: DepositParams,
    input: ApproveDepositInput,
    output: v.union([DepositOutput, AwaitsApproval]),
    errors: [
      "deposit-unknown",
      "deposit-not-waiting",
      "deposit-duplicate",
      "deposit-own",
      "deposits-off",
      "amount-too-large",
      "proposal-open",
      "operator-frozen",
    ],
  },
  rejectDeposit: {
    method: "POST",
    path: "/api/admin/deposits/:id/reject",
    access: "operator",
    summary: "Rejects a deposit; its owner reads why",
    params: DepositParams,
    input: RejectDepositInput,
    output: DepositOutput,
    errors: ["deposit-unknown", "deposit-not-waiting", "deposit-own"],
  },
  retryDeposit: {
    method: "POST",
    path: "/api/admin/deposits/:id/retry",
    access: "operator",
    summary:
      "Credits a deposit again whose payment failed for good; a second operator has to agree where its rate has aged",
    params: DepositParams,
    output: v.union([DepositOutput, AwaitsApproval]),
    errors: [
      "deposit-unknown",
      "deposit-not-waiting",
      "deposit-own",
      "deposits-off",
      "proposal-open",
      "operator-frozen",
    ],
  },
  depositSettings: {
    method: "GET",
    path: "/api/admin/deposit-settings",
    access: "admin",
    summary: "How deposits are taken",
    output: DepositSettingsOutput,
    errors: [],
  },
  setDepositSettings: {
    method: "PUT",
    path: "/api/admin/deposit-settings",
    access: "operator",
    summary:
      "Sets how deposits are taken, or switches them off; whom people pay, a better rate and less care need a second operator",
    input: DepositSettingsOutput,
    output: v.union([DepositSettingsOutput, AwaitsApproval]),
    errors: ["proposal-open", "operator-frozen"],
  },
} as const satisfies Record<string, Endpoint>;
