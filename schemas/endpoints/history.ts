import { PersonMovementsOutput, PersonPartQuery } from "#schemas/people.ts";
import type { Endpoint } from "./endpoint.ts";

/** One's own history, for programs: devices have it by replication. */
export const HISTORY_ENDPOINTS = {
  walletHistory: {
    method: "GET",
    path: "/api/wallet/history",
    access: "user",
    keyScopes: ["read"],
    query: PersonPartQuery,
    output: PersonMovementsOutput,
  },
} as const satisfies Record<string, Endpoint>;
