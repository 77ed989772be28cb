import { type AttemptLimit, createAttemptLimit } from "#server/platform/http/limits.ts";
import type { Clock } from "#server/platform/http/runtime.ts";

/** The limits of what strangers may try. */
export interface Attempts {
  /** Failed sign-ins of one account, whoever tries. */
  readonly loginOfAccount: AttemptLimit;
  /** Failed sign-ins from one address, whatever the account. */
  readonly loginFromAddress: AttemptLimit;
  /** Failed confirmations of one user, who is signed in already. */
  readonly confirmation: AttemptLimit;
  readonly registration: AttemptLimit;
  readonly resetOfEmail: AttemptLimit;
  readonly resetFromAddress: AttemptLimit;
}

const MINUTE_MS = 60_000;

export function createAttempts(clock: Clock): Attempts {
  return {
    loginOfAccount: createAttemptLimit(10, 5 * MINUTE_MS, clock),
    loginFromAddress: createAttemptLimit(100, 5 * MINUTE_MS, clock),
    confirmation: createAttemptLimit(10, 5 * MINUTE_MS, clock),
    registration: createAttemptLimit(500, 10 * MINUTE_MS, clock),
    resetOfEmail: createAttemptLimit(5, 60 * MINUTE_MS, clock),
    resetFromAddress: createAttemptLimit(50, 60 * MINUTE_MS, clock),
  };
}
