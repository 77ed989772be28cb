import type { HISTORY_ENDPOINTS } from "#schemas/endpoints/history.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const HISTORY_DOCS = {
  walletHistory: {
    summary: "What moved on one's own account, the last first, 50 at most; `next` leads on to what is older",
    errors: [],
  },
} as const satisfies DocsOf<typeof HISTORY_ENDPOINTS>;
