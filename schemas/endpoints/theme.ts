import { ThemeInput } from "#schemas/settings.ts";
import type { Endpoint } from "./endpoint.ts";

/** How pages look. */
export const THEME_ENDPOINTS = {
  theme: {
    method: "POST",
    path: "/api/theme",
    access: "user",
    input: ThemeInput,
    output: ThemeInput,
  },
} as const satisfies Record<string, Endpoint>;
