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
    output: TwoFactorStatusOutput,
  },
  beginTwoFactor: {
    method: "POST",
    path: "/api/two-factor/begin",
    access: "confirmed",
    output: TwoFactorSetupOutput,
  },
  enableTwoFactor: {
    method: "POST",
    path: "/api/two-factor/enable",
    access: "confirmed",
    input: TwoFactorEnableInput,
    output: RecoveryCodesOutput,
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/api/two-factor/recovery-codes",
    access: "confirmed",
    output: RecoveryCodesOutput,
  },
  disableTwoFactor: {
    method: "POST",
    path: "/api/two-factor/disable",
    access: "confirmed",
    output: TwoFactorStatusOutput,
  },
} as const satisfies Record<string, Endpoint>;
