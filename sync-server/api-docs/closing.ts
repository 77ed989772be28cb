import { CLOSE_REFUSALS } from "#schemas/closing.ts";
import type { CLOSING_ENDPOINTS } from "#schemas/endpoints/closing.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

const PROOFS = [
  "password-required",
  "password-wrong",
  "second-factor-required",
  "second-factor-wrong",
  "passkey-challenge-over",
  "passkey-refused",
  "passkey-cloned",
] as const;

export const CLOSING_DOCS = {
  closing: {
    summary: "What stands against closing one's own account",
    errors: [],
  },
  closeAccount: {
    summary: "Closes one's own account for good, once nothing is left in it or after merging it into another",
    errors: [...CLOSE_REFUSALS, "confirmation-required", "spending-changed", ...PROOFS],
  },
} as const satisfies DocsOf<typeof CLOSING_ENDPOINTS>;
