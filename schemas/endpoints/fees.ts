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
    summary: "Every rule by which fees are taken, the inactive ones too",
    output: FeeRulesOutput,
    errors: [],
  },
  createFeeRule: {
    method: "POST",
    path: "/api/admin/fees",
    access: "operator",
    summary: "Adds a rule; one by which people pay more needs a second operator, and counts from then on",
    input: FeeRuleInput,
    output: v.union([FeeRuleOutput, AwaitsApproval]),
    status: 201,
    errors: ["fee-rule-taken", "fee-asset-unknown", "proposal-open", "operator-frozen"],
  },
  changeFeeRule: {
    method: "PUT",
    path: "/api/admin/fees/:id",
    access: "operator",
    summary: "Changes a rule, or switches it off or on; what makes people pay more needs a second operator",
    params: FeeRuleParams,
    input: FeeRuleInput,
    output: v.union([FeeRuleOutput, AwaitsApproval]),
    errors: ["fee-rule-unknown", "fee-rule-taken", "fee-asset-unknown", "proposal-open", "operator-frozen"],
  },
} as const satisfies Record<string, Endpoint>;
