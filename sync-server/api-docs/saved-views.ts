import type { SAVED_VIEWS_ENDPOINTS } from "#schemas/endpoints/saved-views.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const SAVED_VIEWS_DOCS = {
  views: {
    summary: "One's own saved views of a list of the console, and those that others share",
    errors: ["input-invalid", "role-required"],
  },
  saveView: {
    summary: "Saves a view of a list under a name, for oneself or for all who may see the list",
    errors: ["input-invalid", "role-required", "views-full"],
  },
  removeView: {
    summary: "Forgets a saved view: one's own, or as a super a shared one",
    errors: ["view-unknown", "role-required"],
  },
} as const satisfies DocsOf<typeof SAVED_VIEWS_ENDPOINTS>;
