import type { PROFILE_ENDPOINTS } from "#schemas/endpoints/profile.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const PROFILE_DOCS = {
  picture: {
    summary: "One's own picture",
    errors: [],
  },
  setPicture: {
    summary: "Sets one's own picture: a square JPEG or WebP of 512 points at most",
    errors: ["picture-refused"],
  },
  removePicture: {
    summary: "Removes one's own picture",
    errors: [],
  },
  changeEmail: {
    summary: "Mails a link to a new address, which becomes one's own once the link is opened",
    errors: ["email-same", "email-taken", "account-frozen", "rate-limited"],
  },
  proveEmail: {
    summary: "Mails a link again that confirms one's own address, without which nothing is paid from a new account",
    errors: ["rate-limited"],
  },
  confirmEmail: {
    summary: "Confirms the address that a mailed link belongs to; where it is another one, payments pause afterwards",
    errors: ["email-token-invalid", "email-taken", "account-frozen", "rate-limited"],
  },
} as const satisfies DocsOf<typeof PROFILE_ENDPOINTS>;
