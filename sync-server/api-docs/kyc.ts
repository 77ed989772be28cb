import type { KYC_ENDPOINTS } from "#schemas/endpoints/kyc.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const KYC_DOCS = {
  kycStatus: {
    summary: "How far one's own identity check is",
    errors: [],
  },
} as const satisfies DocsOf<typeof KYC_ENDPOINTS>;
