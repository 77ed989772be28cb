import { MessageOutput } from "#schemas/auth.ts";
import { SaveViewInput, ViewParams, ViewsOutput, ViewsQuery } from "#schemas/saved-views.ts";
import type { Endpoint } from "./endpoint.ts";

/** Views of the console's lists under names. They change nothing but what is shown. */
export const SAVED_VIEWS_ENDPOINTS = {
  views: {
    method: "GET",
    path: "/api/admin/views",
    access: "admin",
    permission: "overview.read",
    // What is chosen for screens.
    keyScopes: [],
    query: ViewsQuery,
    output: ViewsOutput,
  },
  saveView: {
    method: "POST",
    path: "/api/admin/views",
    access: "admin",
    permission: "views.save",
    input: SaveViewInput,
    output: ViewsOutput,
    status: 201,
  },
  removeView: {
    method: "POST",
    path: "/api/admin/views/:id/remove",
    access: "admin",
    permission: "views.save",
    params: ViewParams,
    output: MessageOutput,
  },
} as const satisfies Record<string, Endpoint>;
