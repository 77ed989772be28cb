import { AppError } from "#schemas/errors.ts";
import type { Clock } from "./runtime.ts";

const KEYS_KEPT = 100_000;

/** Counts attempts per key (an account, an address) within a window. */
export interface AttemptLimit {
  /** Counts one attempt. Throws `rate-limited` with the seconds to wait when the window is used up. */
  take(key: string): void;
  /** Takes the attempt back: it was a good one. */
  giveBack(key: string): void;
}

/**
 * A limit of `max` attempts per key in `windowMs`. Attempts count when they begin, so that many at once are not all let
 * through while none has failed yet. Kept in this process: behind a balancer the limit holds per process.
 */
export function createAttemptLimit(max: number, windowMs: number, clock: Clock): AttemptLimit {
  const windows = new Map<string, { used: number; readonly endsAtMs: number }>();

  function dropEnded(nowMs: number): void {
    for (const [key, window] of windows) if (window.endsAtMs <= nowMs) windows.delete(key);
  }

  return {
    take(key) {
      const nowMs = clock.now().getTime();
      if (windows.size >= KEYS_KEPT) dropEnded(nowMs);
      const window = windows.get(key);
      if (!window || window.endsAtMs <= nowMs) {
        windows.set(key, { used: 1, endsAtMs: nowMs + windowMs });
        return;
      }
      if (window.used >= max) {
        throw new AppError("rate-limited", { seconds: Math.ceil((window.endsAtMs - nowMs) / 1000) });
      }
      window.used += 1;
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window && window.used > 0) window.used -= 1;
    },
  };
}
