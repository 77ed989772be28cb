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
    summary: "Adds a rule; it counts for payments that are checked from now on",
    input: FeeRuleInput,
    output: FeeRuleOutput,
    status: 201,
    errors: ["fee-rule-taken"],
  },
  changeFeeRule: {
    method: "PUT",
    path: "/api/admin/fees/:id",
    access: "operator",
    summary: "Changes a rule, or switches it off or on",
    params: FeeRuleParams,
    input: FeeRuleInput,
    output: FeeRuleOutput,
    errors: ["fee-rule-unknown", "fee-rule-taken"],
  },
} as const satisfies Record<string, Endpoint>;
