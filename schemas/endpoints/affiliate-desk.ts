import * as v from "valibot";
import {
  AffiliateDeskOutput,
  AffiliateDone,
  AffiliateRewardsOutput,
  AffiliateRewardsQuery,
  AffiliateRowParams,
  AffiliateRun,
  AffiliateTermsInput,
} from "#schemas/affiliate-desk.ts";
import { AwaitsApproval } from "#schemas/approvals.ts";
import { OperatorReasonInput } from "#schemas/security.ts";
import type { Endpoint } from "./endpoint.ts";

/** What operators do about the affiliate programme. */
export const AFFILIATE_DESK_ENDPOINTS = {
  affiliateDesk: {
    method: "GET",
    path: "/api/admin/affiliate",
    access: "admin",
    permission: "affiliate.read",
    output: AffiliateDeskOutput,
  },
  affiliateRewards: {
    method: "GET",
    path: "/api/admin/affiliate/rewards",
    access: "admin",
    permission: "affiliate.read",
    query: AffiliateRewardsQuery,
    output: AffiliateRewardsOutput,
  },
  setAffiliateTerms: {
    method: "PUT",
    path: "/api/admin/affiliate",
    access: "operator",
    permission: "affiliate.set",
    input: AffiliateTermsInput,
    output: v.union([AffiliateDone, AwaitsApproval]),
  },
  payAffiliates: {
    method: "POST",
    path: "/api/admin/affiliate/runs",
    access: "operator",
    permission: "affiliate.pay",
    input: OperatorReasonInput,
    output: v.union([AffiliateRun, AwaitsApproval]),
    status: 202,
  },
  dismissAffiliateSignal: {
    method: "POST",
    path: "/api/admin/affiliate/signals/:id/dismiss",
    access: "operator",
    permission: "affiliate.decide",
    params: AffiliateRowParams,
    input: OperatorReasonInput,
    output: AffiliateDone,
  },
  reverseAffiliateReward: {
    method: "POST",
    path: "/api/admin/affiliate/rewards/:id/reverse",
    access: "operator",
    permission: "affiliate.decide",
    params: AffiliateRowParams,
    input: OperatorReasonInput,
    output: AffiliateDone,
  },
} as const satisfies Record<string, Endpoint>;
