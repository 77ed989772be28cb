import type { OVERVIEW_ENDPOINTS } from "#schemas/endpoints/overview.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const OVERVIEW_DOCS = {
  overview: {
    summary:
      "What waits for a person, people, volume and fees by UTC day, the house's accounts, submissions by state, and how the service is doing",
    errors: [],
  },
  issues: {
    summary: "What checks of the service found wrong and an operator may know of, the latest first, in their language",
    errors: [],
  },
} as const satisfies DocsOf<typeof OVERVIEW_ENDPOINTS>;
