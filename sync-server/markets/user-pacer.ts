import { AppError } from "#schemas/errors.ts";

/** What one user may ask of a process: so much at once, and so much more each second. */
export interface PacerRules {
  readonly burst: number;
  readonly perSecond: number;
}

export interface Pacer {
  /** Counts one call. Throws `rate-limited`. */
  take(userId: number): void;
}

const MOST_REMEMBERED = 10_000;

/**
 * Paces what costs only this process's time: in its memory, so that counting costs less than what is counted. `nowMs` is a
 * monotonic clock's.
 */
export function createPacer({ burst, perSecond }: PacerRules, nowMs: () => number): Pacer {
  /** Those that asked last are at the end. */
  const users = new Map<number, { left: number; atMs: number }>();

  /** Whoever did not ask for long has their burst anyway. */
  function forgetOld(now: number): void {
    for (const [userId, { atMs }] of users) {
      if ((now - atMs) * perSecond < burst * 1000 && users.size <= MOST_REMEMBERED) return;
      users.delete(userId);
    }
  }

  return {
    take(userId) {
      const now = nowMs();
      forgetOld(now);
      const known = users.get(userId) ?? { left: burst, atMs: now };
      const left = Math.min(burst, known.left + ((now - known.atMs) * perSecond) / 1000);
      if (left < 1) throw new AppError("rate-limited", { seconds: Math.ceil((1 - left) / perSecond) });
      users.delete(userId);
      users.set(userId, { left: left - 1, atMs: now });
    },
  };
}
