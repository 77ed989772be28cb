import { PageParams, StoredPageOutput } from "#schemas/pages.ts";
import { ThemeInput } from "#schemas/settings.ts";
import type { Endpoint } from "./endpoint.ts";

/** How pages look and what stands on them. */
export const PAGES_ENDPOINTS = {
  theme: {
    method: "POST",
    path: "/api/theme",
    access: "user",
    summary: "Remembers the theme",
    input: ThemeInput,
    output: ThemeInput,
    errors: [],
  },
  page: {
    method: "GET",
    path: "/api/pages/:pageKey",
    access: "anyone",
    summary: "The text an operator stored for a page, or null",
    params: PageParams,
    output: StoredPageOutput,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
