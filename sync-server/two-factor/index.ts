import type { AttemptLimit } from "#server/platform/http/limits.ts";
import { checkSecondFactor, type TwoFactorDeps } from "./two-factor.ts";

export { registerTwoFactorRoutes } from "./routes.ts";
export { dropTwoFactor, isTwoFactorOn, switchOffTwoFactor, type TwoFactorDeps } from "./two-factor.ts";

/** Asks for the second factor of a user who has one. Throws `second-factor-required`, `second-factor-wrong`, `rate-limited`. */
export type CheckSecondFactor = (userId: number, code: string | undefined) => Promise<void>;

/** The check that sign-in, confirmation and payments share, with one limit for all of them. */
export function secondFactorCheck(deps: TwoFactorDeps, codeLimit: AttemptLimit): CheckSecondFactor {
  return async (userId, code) => {
    const key = String(userId);
    // Only codes are counted: a question without one tries nothing.
    if (code !== undefined) await codeLimit.take(key);
    await checkSecondFactor(deps, userId, code);
    if (code !== undefined) await codeLimit.giveBack(key);
  };
}
