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

const LOOKED_UP = [
  "close-xlm-left",
  "close-destination-missing",
  "recipient-unknown",
  "recipient-ambiguous",
  "recipient-closed",
  "recipient-is-self",
  "address-malformed",
  "memo-too-long",
  "memo-required",
  "wallet-not-ready",
  "network-unreachable",
] as const;

export const CLOSING_DOCS = {
  closing: {
    summary: "What stands against closing one's own account",
    errors: [],
  },
  closeReview: {
    summary: "Everything that closing one's own account towards somebody would do, and what stands against it",
    errors: [...LOOKED_UP, "rate-limited"],
  },
  closeAccount: {
    summary:
      "Closes one's own account for good, once all that is in it is with somebody else; announced, where a limit stands against it",
    errors: [...CLOSE_REFUSALS, "confirmation-required", "spending-changed", ...PROOFS],
  },
} as const satisfies DocsOf<typeof CLOSING_ENDPOINTS>;
