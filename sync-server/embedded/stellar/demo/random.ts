import { createHash } from "node:crypto";

/** Numbers that follow from a seed alone. */
export interface Random {
  /** A whole number from 0 to below `bound`. */
  whole(bound: number): number;
  /** A bell-shaped whole number around 0; {@link BELL_UNIT} is one standard deviation, and six are the most. */
  bell(): number;
}

export const BELL_UNIT = 65_536;
const BELL_DRAWS = 12;

/** The same numbers for the same text, on every machine (the generator is sfc32). */
export function randomFrom(text: string): Random {
  const seed = createHash("sha256").update(text).digest();
  let [a, b, c, counter] = [seed.readInt32LE(0), seed.readInt32LE(4), seed.readInt32LE(8), seed.readInt32LE(12)];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  return {
    whole: (bound) => Math.floor((next() / 4_294_967_296) * bound),
    bell: () => {
      let sum = -(BELL_DRAWS / 2) * (BELL_UNIT - 1);
      for (let draw = 0; draw < BELL_DRAWS; draw += 1) sum += next() >>> 16;
      return sum;
    },
  };
}
