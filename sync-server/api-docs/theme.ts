import type { THEME_ENDPOINTS } from "#schemas/endpoints/theme.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const THEME_DOCS = {
  theme: {
    summary: "Remembers the theme",
    errors: [],
  },
} as const satisfies DocsOf<typeof THEME_ENDPOINTS>;
