import { PageParams, StoredPageOutput } from "#schemas/pages.ts";
import { ThemeInput } from "#schemas/settings.ts";
import type { Endpoint } from "./endpoint.ts";

/** How pages look and what stands on them. */
export const PAGES_ENDPOINTS = {
  theme: {
    method: "POST",
    path: "/api/theme",
    access: "user",
    input: ThemeInput,
    output: ThemeInput,
  },
  storedPage: {
    method: "GET",
    path: "/api/pages/:pageKey",
    access: "anyone",
    params: PageParams,
    output: StoredPageOutput,
  },
} as const satisfies Record<string, Endpoint>;
