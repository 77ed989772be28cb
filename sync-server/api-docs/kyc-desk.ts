import type { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

const DECIDING = ["identity-unknown", "identity-changed", "identity-decided", "identity-own"] as const;

export const KYC_DESK_DOCS = {
  identities: {
    summary: "Identity checks: those that wait oldest first, all others newest first, in pages",
    errors: [],
  },
  identityCase: {
    summary: "One identity check with everything that it is decided by; that it was opened is noted",
    errors: ["identity-unknown", "identity-own"],
  },
  identityPicture: {
    summary: "A picture of an identity check, marked with who looks and when; that it was looked at is noted first",
    errors: ["identity-unknown", "identity-elsewhere", "identity-picture-removed", "identity-own"],
  },
  approveIdentity: {
    summary: "Approves an identity; where it is set so, a second operator has to agree",
    errors: [...DECIDING, "proposal-open"],
  },
  askIdentityAgain: {
    summary: "Asks somebody for some pictures or fields again, each with its reason",
    errors: DECIDING,
  },
  rejectIdentity: {
    summary: "Refuses an identity for good; its owner reads why",
    errors: [...DECIDING, "proposal-open"],
  },
} as const satisfies DocsOf<typeof KYC_DESK_ENDPOINTS>;
