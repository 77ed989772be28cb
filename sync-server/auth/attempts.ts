import { type AttemptLimit, createAttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** The limits of what strangers may try. */
export interface Attempts {
  /** Failed sign-ins of one account, whoever tries. */
  readonly loginOfAccount: AttemptLimit;
  /** Failed sign-ins from one address, whatever the account. */
  readonly loginFromAddress: AttemptLimit;
  /** Failed confirmations of one user, who is signed in already. */
  readonly confirmation: AttemptLimit;
  /** Challenges for passkeys that one address asks for. */
  readonly challengeFromAddress: AttemptLimit;
  readonly registration: AttemptLimit;
  readonly resetOfEmail: AttemptLimit;
  readonly resetFromAddress: AttemptLimit;
}

const MINUTE_MS = 60_000;

export function createAttempts(runtime: Runtime): Attempts {
  const limit = (name: string, max: number, windowMs: number) => createAttemptLimit(runtime, name, max, windowMs);
  return {
    loginOfAccount: limit("login-of-account", 10, 5 * MINUTE_MS),
    loginFromAddress: limit("login-from-address", 100, 5 * MINUTE_MS),
    confirmation: limit("confirmation", 10, 5 * MINUTE_MS),
    challengeFromAddress: limit("challenge-from-address", 300, 5 * MINUTE_MS),
    registration: limit("registration", 500, 10 * MINUTE_MS),
    resetOfEmail: limit("reset-of-email", 5, 60 * MINUTE_MS),
    resetFromAddress: limit("reset-from-address", 50, 60 * MINUTE_MS),
  };
}
