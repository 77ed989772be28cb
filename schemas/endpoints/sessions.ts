import { MessageOutput, PasswordInput, SessionParams, SessionsOutput } from "#schemas/auth.ts";
import type { Endpoint } from "./endpoint.ts";

/** The password, and where one is signed in. */
export const SESSIONS_ENDPOINTS = {
  changePassword: {
    method: "POST",
    path: "/api/password",
    access: "user",
    summary: "Sets a new password, ends all other sessions and gives this one a new id; payments pause afterwards",
    input: PasswordInput,
    output: MessageOutput,
    errors: [
      "password-wrong",
      "password-common",
      "password-like-name",
      "second-factor-required",
      "second-factor-wrong",
      "rate-limited",
      "busy",
    ],
  },
  sessions: {
    method: "GET",
    path: "/api/sessions",
    access: "user",
    summary: "One's own sessions: where one is signed in",
    output: SessionsOutput,
    errors: [],
  },
  endSession: {
    method: "DELETE",
    path: "/api/sessions/:id",
    access: "user",
    summary: "Ends one of one's own sessions, on whatever device",
    params: SessionParams,
    output: SessionsOutput,
    errors: ["session-unknown"],
  },
  endOtherSessions: {
    method: "POST",
    path: "/api/sessions/end-others",
    access: "user",
    summary: "Ends all of one's own sessions but this one",
    output: SessionsOutput,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
