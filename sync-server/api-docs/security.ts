import type { SECURITY_ENDPOINTS } from "#schemas/endpoints/security.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const SECURITY_DOCS = {
  security: {
    summary: "The limits and locks of one's own account",
    errors: [],
  },
  setLimits: {
    summary: "Sets one's own limits; lower ones hold at once, higher ones wait",
    errors: [],
  },
  freezeOwn: {
    summary: "Freezes one's own account at once and takes back what acts for it; only an operator can let it go",
    errors: ["user-unknown"],
  },
  cancelWaiting: {
    summary: "Cancels a change that waits, from any device: everything stays as protected as it is",
    errors: [],
  },
  setSignInMails: {
    summary: "Whether new sign-ins are mailed; switching it off waits",
    errors: [],
  },
  allowList: {
    summary: "The addresses that may be paid, where payments go to listed ones only",
    errors: [],
  },
  setAllowList: {
    summary: "Switches the list on or off and sets how long new addresses wait; what protects less waits itself",
    errors: [],
  },
  allowAddress: {
    summary: "Lists an address, with the memo or number that payments to it must carry",
    errors: [
      "address-malformed",
      "allow-list-full",
      "memo-too-long",
      "memo-hidden-marks",
      "memo-not-number",
      "memo-not-hash",
    ],
  },
  disallowAddress: {
    summary: "Takes an address off the list",
    errors: [],
  },
} as const satisfies DocsOf<typeof SECURITY_ENDPOINTS>;
