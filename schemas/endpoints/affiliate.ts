import { AffiliateCodeInput, AffiliateCodeOutput } from "#schemas/affiliate-calls.ts";
import type { Endpoint } from "./endpoint.ts";

/** One's own place in the affiliate programme; what it comes to is replicated. */
export const AFFILIATE_ENDPOINTS = {
  joinAffiliate: {
    method: "POST",
    path: "/api/affiliate",
    access: "user",
    output: AffiliateCodeOutput,
  },
  renameAffiliateCode: {
    method: "PUT",
    path: "/api/affiliate/code",
    access: "user",
    input: AffiliateCodeInput,
    output: AffiliateCodeOutput,
  },
} as const satisfies Record<string, Endpoint>;
