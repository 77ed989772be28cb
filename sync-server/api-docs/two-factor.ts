import type { TWO_FACTOR_ENDPOINTS } from "#schemas/endpoints/two-factor.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const TWO_FACTOR_DOCS = {
  twoFactor: {
    summary: "Whether one's own second factor is on",
    errors: [],
  },
  beginTwoFactor: {
    summary: "Makes a secret for an authenticator app; it counts once a code of it was shown",
    errors: ["second-factor-on"],
  },
  enableTwoFactor: {
    summary: "Switches the second factor on; answers with recovery codes, once",
    errors: ["second-factor-wrong", "second-factor-on", "rate-limited"],
  },
  renewRecoveryCodes: {
    summary: "New recovery codes in place of all former ones",
    errors: ["second-factor-off"],
  },
  disableTwoFactor: {
    summary: "Switches the second factor off; payments pause afterwards",
    errors: [],
  },
} as const satisfies DocsOf<typeof TWO_FACTOR_ENDPOINTS>;
