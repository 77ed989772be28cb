import { CLOSE_REFUSALS } from "#schemas/closing.ts";
import type { CLOSING_ENDPOINTS } from "#schemas/endpoints/closing.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const CLOSING_DOCS = {
  closing: {
    summary: "What stands against closing one's own account",
    errors: [],
  },
  closeAccount: {
    summary: "Closes one's own account for good, once nothing is left in it or after merging it into another",
    errors: CLOSE_REFUSALS,
  },
} as const satisfies DocsOf<typeof CLOSING_ENDPOINTS>;
