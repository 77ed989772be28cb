import { MessageOutput, PasswordInput, SessionParams, SessionsOutput } from "#schemas/auth.ts";
import type { Endpoint } from "./endpoint.ts";

/** The password, and where one is signed in. */
export const SESSIONS_ENDPOINTS = {
  changePassword: {
    method: "POST",
    path: "/api/password",
    access: "user",
    input: PasswordInput,
    output: MessageOutput,
  },
  sessions: {
    method: "GET",
    path: "/api/sessions",
    access: "user",
    output: SessionsOutput,
  },
  endSession: {
    method: "DELETE",
    path: "/api/sessions/:id",
    access: "user",
    params: SessionParams,
    output: SessionsOutput,
  },
  endOtherSessions: {
    method: "POST",
    path: "/api/sessions/end-others",
    access: "user",
    output: SessionsOutput,
  },
} as const satisfies Record<string, Endpoint>;
