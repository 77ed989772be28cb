/** Spaces out attempts that keep failing. */
export interface Backoff {
  /** Settles at once after a success, ever later after each further failure, and as soon as it is reset. */
  wait(): Promise<void>;
  failed(): void;
  /** Forgets the failures and lets a waiting attempt go on. */
  reset(): void;
}

/** A second failure in a row waits `firstMs`, each further one twice as long as the one before, `longestMs` at most. */
export function makeBackoff(firstMs: number, longestMs: number): Backoff {
  let failures = 0;
  const waiting = new Set<() => void>();
  return {
    wait() {
      if (failures < 2) return Promise.resolve();
      const ms = Math.min(firstMs * 2 ** (failures - 2), longestMs);
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, ms);
        waiting.add(go);
      });
    },
    failed() {
      failures += 1;
    },
    reset() {
      failures = 0;
      for (const go of waiting) go();
    },
  };
}
