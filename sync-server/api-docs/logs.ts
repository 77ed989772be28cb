import type { LOGS_ENDPOINTS } from "#schemas/endpoints/logs.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const LOGS_DOCS = {
  log: {
    summary:
      "Lines of the last days’ log, newest first, 100 at most; the look is noted, once an hour for what it looks for",
    errors: [],
  },
} as const satisfies DocsOf<typeof LOGS_ENDPOINTS>;
