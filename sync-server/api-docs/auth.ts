import type { AUTH_ENDPOINTS } from "#schemas/endpoints/auth.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const AUTH_DOCS = {
  authStatus: {
    summary: "Whether the caller is signed in",
    errors: [],
  },
  adminStatus: {
    summary: "Whether the caller is an admin",
    errors: [],
  },
  user: {
    summary: "The signed-in user",
    errors: [],
  },
  login: {
    summary: "Signs in, by name or e-mail address",
    errors: [
      "credentials-wrong",
      "account-closed",
      "second-factor-required",
      "second-factor-wrong",
      "rate-limited",
      "busy",
    ],
  },
  register: {
    summary: "Creates an account with its wallet and signs in",
    errors: [
      "username-taken",
      "email-taken",
      "unique-user-id-taken",
      "password-common",
      "password-like-name",
      "rate-limited",
      "busy",
    ],
  },
  logout: {
    summary: "Ends the session, if there is one",
    errors: [],
  },
  adminLogin: {
    summary: "Signs in an admin",
    errors: [
      "admin-credentials-wrong",
      "not-an-admin",
      "account-closed",
      "second-factor-required",
      "second-factor-wrong",
      "rate-limited",
      "busy",
    ],
  },
  resetPasswordRequest: {
    summary: "E-mails a reset link, if the address has an account; the answer is the same if not",
    errors: ["rate-limited"],
  },
  resetPassword: {
    summary: "Sets a new password with the token of a reset link and ends every session of the account",
    errors: ["reset-token-invalid", "password-common", "password-like-name", "rate-limited", "busy"],
  },
  confirmIdentity: {
    summary: "Opens ten minutes in which this session may change what touches security or money",
    errors: ["password-wrong", "second-factor-required", "second-factor-wrong", "rate-limited", "busy"],
  },
} as const satisfies DocsOf<typeof AUTH_ENDPOINTS>;
