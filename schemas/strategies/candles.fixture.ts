import type { Candle } from "./strategy.ts";

const HOUR_MS = 3_600_000;

/** Numbers that look random, the same each time. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A market that wanders, by hours. */
export function wander(count: number, seed: number): Candle[] {
  const random = randomFrom(seed);
  let close = 0.25;
  return Array.from({ length: count }, (_, index) => {
    const open = close;
    close = Math.max(0.001, open * (1 + (random() - 0.5) * 0.06));
    const [high, low] = [Math.max(open, close) * (1 + random() * 0.01), Math.min(open, close) * (1 - random() * 0.01)];
    const volume = BigInt(Math.floor(random() * 1e11));
    return { at: index * HOUR_MS, ms: HOUR_MS, open, high, low, close, volume };
  });
}
