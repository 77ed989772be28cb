import type { SESSIONS_ENDPOINTS } from "#schemas/endpoints/sessions.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const SESSIONS_DOCS = {
  changePassword: {
    summary: "Sets a new password, ends all other sessions and gives this one a new id; payments pause afterwards",
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
    summary: "One's own sessions: where one is signed in",
    errors: [],
  },
  endSession: {
    summary: "Ends one of one's own sessions, on whatever device",
    errors: ["session-unknown"],
  },
  endOtherSessions: {
    summary: "Ends all of one's own sessions but this one",
    errors: [],
  },
} as const satisfies DocsOf<typeof SESSIONS_ENDPOINTS>;
