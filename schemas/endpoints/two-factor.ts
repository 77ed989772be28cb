import {
  RecoveryCodesOutput,
  TwoFactorEnableInput,
  TwoFactorSetupOutput,
  TwoFactorStatusOutput,
} from "#schemas/two-factor.ts";
import type { Endpoint } from "./endpoint.ts";

/** The second factor. */
export const TWO_FACTOR_ENDPOINTS = {
  twoFactor: {
    method: "GET",
    path: "/api/two-factor",
    access: "user",
    summary: "Whether one's own second factor is on",
    output: TwoFactorStatusOutput,
    errors: [],
  },
  beginTwoFactor: {
    method: "POST",
    path: "/api/two-factor/begin",
    access: "confirmed",
    summary: "Makes a secret for an authenticator app; it counts once a code of it was shown",
    output: TwoFactorSetupOutput,
    errors: ["second-factor-on"],
  },
  enableTwoFactor: {
    method: "POST",
    path: "/api/two-factor/enable",
    access: "confirmed",
    summary: "Switches the second factor on; answers with recovery codes, once",
    input: TwoFactorEnableInput,
    output: RecoveryCodesOutput,
    errors: ["second-factor-wrong", "second-factor-on", "rate-limited"],
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/api/two-factor/recovery-codes",
    access: "confirmed",
    summary: "New recovery codes in place of all former ones",
    output: RecoveryCodesOutput,
    errors: ["second-factor-off"],
  },
  disableTwoFactor: {
    method: "POST",
    path: "/api/two-factor/disable",
    access: "confirmed",
    summary: "Switches the second factor off; payments pause afterwards",
    output: TwoFactorStatusOutput,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
