import type { API_KEYS_ENDPOINTS } from "#schemas/endpoints/api-keys.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const API_KEYS_DOCS = {
  apiKeys: {
    summary: "One's own API keys, without their secrets",
    errors: [],
  },
  makeApiKey: {
    summary: "Makes an API key; this answer alone has it whole",
    errors: [
      "account-frozen",
      "api-keys-full",
      "address-malformed",
      "memo-too-long",
      "memo-hidden-marks",
      "memo-not-number",
      "memo-not-hash",
    ],
  },
  revokeApiKey: {
    summary: "Revokes an API key of one's own, at once and for good",
    errors: ["api-key-unknown"],
  },
} as const satisfies DocsOf<typeof API_KEYS_ENDPOINTS>;
