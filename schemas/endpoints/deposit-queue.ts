import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import {
  ApproveDepositInput,
  DecidedDepositsOutput,
  DecidedDepositsQuery,
  DepositMethod,
  DepositMethodsOutput,
  DepositOutput,
  DepositParams,
  DepositQueueOutput,
  DepositQueueQuery,
  DepositSettingsInput,
  DepositSettingsOutput,
  DepositWithPayment,
  MethodParams,
  MethodSettingsInput,
  RejectDepositInput,
} from "#schemas/deposits.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import type { Endpoint } from "./endpoint.ts";

/** Deposits as operators decide them; apart from people's, whose devices load none of this. */
export const DEPOSIT_QUEUE_ENDPOINTS = {
  depositQueue: {
    method: "GET",
    path: "/api/admin/deposits",
    access: "admin",
    permission: "deposits.read",
    query: DepositQueueQuery,
    output: DepositQueueOutput,
  },
  decidedDeposits: {
    method: "GET",
    path: "/api/admin/decided-deposits",
    access: "admin",
    permission: "deposits.read",
    query: DecidedDepositsQuery,
    output: DecidedDepositsOutput,
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
  depositMethods: {
    method: "GET",
    path: "/api/admin/deposit-methods",
    access: "admin",
    permission: "deposits.read",
    output: DepositMethodsOutput,
  },
  setDepositMethod: {
    method: "PUT",
    path: "/api/admin/deposit-methods/:method",
    access: "operator",
    permission: "deposits.set",
    params: MethodParams,
    input: MethodSettingsInput,
    output: v.union([DepositMethod, AwaitsApproval]),
  },
} as const satisfies Record<string, Endpoint>;
