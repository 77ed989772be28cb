import {
  CloseAccountInput,
  CloseAccountOutput,
  CloseReviewInput,
  CloseReviewOutput,
  ClosingOutput,
} from "#schemas/closing.ts";
import type { Endpoint } from "./endpoint.ts";

/** Closing one's own account. */
export const CLOSING_ENDPOINTS = {
  closing: {
    method: "GET",
    path: "/api/account/close",
    access: "user",
    output: ClosingOutput,
  },
  closeReview: {
    method: "POST",
    path: "/api/account/close/review",
    access: "user",
    input: CloseReviewInput,
    output: CloseReviewOutput,
  },
  closeAccount: {
    method: "POST",
    path: "/api/account/close",
    access: "user",
    input: CloseAccountInput,
    output: CloseAccountOutput,
  },
} as const satisfies Record<string, Endpoint>;
