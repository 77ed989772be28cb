import { LogOutput, LogQuery } from "#schemas/logs.ts";
import type { Endpoint } from "./endpoint.ts";

/** What the service wrote down of trouble, and of payments on their way. Each look is noted among what operators did. */
export const LOGS_ENDPOINTS = {
  log: {
    method: "GET",
    path: "/api/admin/log",
    access: "admin",
    permission: "logs.read",
    query: LogQuery,
    output: LogOutput,
  },
} as const satisfies Record<string, Endpoint>;
