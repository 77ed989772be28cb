/** A generator of numbers in [0, 1) that is the same for the same seed (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An integer from `from` to `to`, both included. */
export function integer(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

export function oneOf<T>(random: Random, items: readonly T[]): T {
  const item = items[integer(random, 0, items.length - 1)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}
