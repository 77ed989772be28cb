import { CLOSE_REFUSALS, CloseAccountInput, CloseAccountOutput, ClosingOutput } from "#schemas/closing.ts";
import type { Endpoint } from "./endpoint.ts";

/** Closing one's own account. */
export const CLOSING_ENDPOINTS = {
  closing: {
    method: "GET",
    path: "/api/account/close",
    access: "user",
    summary: "What stands against closing one's own account",
    output: ClosingOutput,
    errors: [],
  },
  closeAccount: {
    method: "POST",
    path: "/api/account/close",
    access: "confirmed",
    summary: "Closes one's own account for good, once nothing is left in it or after merging it into another",
    input: CloseAccountInput,
    output: CloseAccountOutput,
    errors: CLOSE_REFUSALS,
  },
} as const satisfies Record<string, Endpoint>;
