import { CloseAccountInput, CloseAccountOutput, ClosingOutput } from "#schemas/closing.ts";
import type { Endpoint } from "./endpoint.ts";

/** Closing one's own account. */
export const CLOSING_ENDPOINTS = {
  closing: {
    method: "GET",
    path: "/api/account/close",
    access: "user",
    output: ClosingOutput,
  },
  closeAccount: {
    method: "POST",
    path: "/api/account/close",
    access: "user",
    input: CloseAccountInput,
    output: CloseAccountOutput,
  },
} as const satisfies Record<string, Endpoint>;
