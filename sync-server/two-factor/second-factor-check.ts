import { type CountCode, SIGNED_IN } from "./count-codes.ts";
import { checkSecondFactor, type TwoFactorDeps } from "./two-factor.ts";

/**
 * Asks for the second factor of a user who has one. Throws `second-factor-required`, `second-factor-wrong`, `rate-limited`.
 * `place` is where a sign-in comes from, whose codes are counted by themselves: whoever tries some elsewhere must not shut
 * out those who are signed in. Absent, the user is.
 */
export type CheckSecondFactor = (userId: number, code: string | undefined, place?: string) => Promise<void>;

/** The check that sign-in, confirmation and payments share, with one limit for all of them. */
export function secondFactorCheck(deps: TwoFactorDeps, countCode: CountCode): CheckSecondFactor {
  return async (userId, code, place = SIGNED_IN) => {
    // Only codes are counted: a question without one tries nothing.
    const giveBack = code === undefined ? null : await countCode(userId, place);
    await checkSecondFactor(deps, userId, code);
    await giveBack?.();
  };
}
