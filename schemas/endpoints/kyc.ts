import { KycStatusOutput } from "#schemas/kyc.ts";
import type { Endpoint } from "./endpoint.ts";

/** Who a person is. */
export const KYC_ENDPOINTS = {
  kycStatus: {
    method: "GET",
    path: "/api/kyc/status",
    access: "user",
    output: KycStatusOutput,
  },
} as const satisfies Record<string, Endpoint>;
