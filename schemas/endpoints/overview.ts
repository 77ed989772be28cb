import { OverviewOutput } from "#schemas/overview.ts";
import type { Endpoint } from "./endpoint.ts";

/** What operators see at a glance. What changes of it comes by the socket. */
export const OVERVIEW_ENDPOINTS = {
  overview: {
    method: "GET",
    path: "/api/admin/overview",
    access: "admin",
    permission: "overview.read",
    output: OverviewOutput,
  },
} as const satisfies Record<string, Endpoint>;
