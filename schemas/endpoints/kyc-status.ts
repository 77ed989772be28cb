import { KycStatusOutput } from "#schemas/kyc.ts";
import type { Endpoint } from "./endpoint.ts";

/** What the home screen asks of an identity check, apart from all else of it. */
export const KYC_STATUS_ENDPOINTS = {
  kycStatus: {
    method: "GET",
    path: "/api/kyc/status",
    access: "user",
    output: KycStatusOutput,
  },
} as const satisfies Record<string, Endpoint>;
