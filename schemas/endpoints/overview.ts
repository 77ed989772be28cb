import { IssuesOutput, OverviewOutput } from "#schemas/overview.ts";
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
  issues: {
    method: "GET",
    path: "/api/admin/issues",
    access: "admin",
    permission: "overview.read",
    // Whoever leaves the overview open is shown what breaks.
    isPolled: true,
    output: IssuesOutput,
  },
} as const satisfies Record<string, Endpoint>;
