import { AppError } from "#schemas/errors.ts";

/** What one party may ask of a process: so much at once, and so much more each second. */
export interface PacerRules {
  readonly burst: number;
  readonly perSecond: number;
}

/** Paces parties by what names them: a user's number, a network. */
export interface Pacer<Name extends string | number> {
  /** Counts one call. Throws `rate-limited`. */
  take(name: Name): void;
}

const MOST_REMEMBERED = 10_000;

/**
 * Paces what costs only this process's time: in its memory, so that counting costs less than what is counted. `nowMs` is a
 * monotonic clock's.
 */
export function createPacer<Name extends string | number>(
  { burst, perSecond }: PacerRules,
  nowMs: () => number,
): Pacer<Name> {
  /** Those that asked last are at the end. */
  const parties = new Map<Name, { left: number; atMs: number }>();

  /** Whoever did not ask for long has their burst anyway. */
  function forgetOld(now: number): void {
    for (const [name, { atMs }] of parties) {
      if ((now - atMs) * perSecond < burst * 1000 && parties.size <= MOST_REMEMBERED) return;
      parties.delete(name);
    }
  }

  return {
    take(name) {
      const now = nowMs();
      forgetOld(now);
      const known = parties.get(name) ?? { left: burst, atMs: now };
      const left = Math.min(burst, known.left + ((now - known.atMs) * perSecond) / 1000);
      if (left < 1) throw new AppError("rate-limited", { seconds: Math.ceil((1 - left) / perSecond) });
      parties.delete(name);
      parties.set(name, { left: left - 1, atMs: now });
    },
  };
}
