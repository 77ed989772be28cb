import type { PAGES_ENDPOINTS } from "#schemas/endpoints/pages.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const PAGES_DOCS = {
  theme: {
    summary: "Remembers the theme",
    errors: [],
  },
  storedPage: {
    summary: "The text an operator stored for a page, or null",
    errors: [],
  },
} as const satisfies DocsOf<typeof PAGES_ENDPOINTS>;
