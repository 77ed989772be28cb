import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import {
  ApproveDepositInput,
  DepositInput,
  DepositOutput,
  DepositParams,
  DepositQueueOutput,
  DepositQueueQuery,
  DepositSettingsInput,
  DepositSettingsOutput,
  DepositsOutput,
  DepositWithPayment,
  RejectDepositInput,
} from "#schemas/deposits.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import type { Endpoint } from "./endpoint.ts";

/** Deposits by Cash App: people's side and the operators'. */
export const DEPOSITS_ENDPOINTS = {
  deposits: {
    method: "GET",
    path: "/api/deposits",
    access: "user",
    output: DepositsOutput,
  },
  declareDeposit: {
    method: "POST",
    path: "/api/deposits",
    access: "user",
    input: DepositInput,
    output: DepositOutput,
    status: 201,
  },
  depositQueue: {
    method: "GET",
    path: "/api/admin/deposits",
    access: "admin",
    permission: "deposits.read",
    query: DepositQueueQuery,
    output: DepositQueueOutput,
  },
  depositForOperators: {
    method: "GET",
    path: "/api/admin/deposits/:id",
    access: "admin",
    permission: "deposits.read",
    // The console follows the crediting of the one that is open.
    isPolled: true,
    params: DepositParams,
    output: DepositWithPayment,
  },
  approveDeposit: {
    method: "POST",
    path: "/api/admin/deposits/:id/approve",
    access: "operator",
    permission: "deposits.decide",
    params: DepositParams,
    input: ApproveDepositInput,
    output: v.union([DepositOutput, AwaitsApproval]),
  },
  rejectDeposit: {
    method: "POST",
    path: "/api/admin/deposits/:id/reject",
    access: "operator",
    permission: "deposits.decide",
    params: DepositParams,
    input: RejectDepositInput,
    output: v.union([DepositOutput, AwaitsApproval]),
  },
  retryDeposit: {
    method: "POST",
    path: "/api/admin/deposits/:id/retry",
    access: "operator",
    permission: "deposits.decide",
    params: DepositParams,
    input: OperatorReasonInput,
    output: v.union([DepositOutput, AwaitsApproval]),
  },
  depositSettings: {
    method: "GET",
    path: "/api/admin/deposit-settings",
    access: "admin",
    permission: "deposits.read",
    output: DepositSettingsOutput,
  },
  setDepositSettings: {
    method: "PUT",
    path: "/api/admin/deposit-settings",
    access: "operator",
    permission: "deposits.set",
    input: DepositSettingsInput,
    output: v.union([DepositSettingsOutput, AwaitsApproval]),
  },
} as const satisfies Record<string, Endpoint>;
