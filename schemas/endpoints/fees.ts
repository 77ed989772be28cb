import * as v from "valibot";
import { AwaitsApproval } from "#schemas/approvals.ts";
import { FeeRuleInput, FeeRuleOutput, FeeRuleParams, FeeRulesOutput } from "#schemas/fees.ts";
import type { Endpoint } from "./endpoint.ts";

/** The operator's fees. */
export const FEES_ENDPOINTS = {
  feeRules: {
    method: "GET",
    path: "/api/admin/fees",
    access: "admin",
    permission: "fees.read",
    output: FeeRulesOutput,
  },
  createFeeRule: {
    method: "POST",
    path: "/api/admin/fees",
    access: "operator",
    permission: "fees.set",
    input: FeeRuleInput,
    output: v.union([FeeRuleOutput, AwaitsApproval]),
    status: 201,
  },
  changeFeeRule: {
    method: "PUT",
    path: "/api/admin/fees/:id",
    access: "operator",
    permission: "fees.set",
    params: FeeRuleParams,
    input: FeeRuleInput,
    output: v.union([FeeRuleOutput, AwaitsApproval]),
  },
} as const satisfies Record<string, Endpoint>;
