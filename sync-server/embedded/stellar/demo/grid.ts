import { middleOf, PRICE_SCALE, STARTING_PRICES } from "./walk.ts";
import type { Pair } from "./assets.ts";

/** Denominator of every quoted price: quotes have seven places. */
export const PRICE_UNITS = 10_000_000;

/** One step of the grid is this many millionths of the price. */
const STEP_MILLIONTHS = 1000n;
/** Steps to either side of the starting price; their twentyfold covers every ratio of two prices that the walk reaches. */
const STEPS = 3000;
/** The middle moves on once it is this many hundredths of a step away, so that it does not flutter between two steps. */
const MOVE_HUNDREDTHS = 75n;

/** The prices at which makers quote, each one step above the last. Steps are numbered from 0. */
export class PriceGrid {
  readonly #prices: readonly bigint[];

  constructor(pair: Pair) {
    const start = middleOf(STARTING_PRICES, pair);
    const up: bigint[] = [start];
    const down: bigint[] = [start];
    for (let step = 0; step < STEPS; step += 1) {
      const highest = up.at(-1) ?? start;
      const lowest = down.at(-1) ?? start;
      up.push(highest + (highest * STEP_MILLIONTHS) / 1_000_000n);
      down.push((lowest * 1_000_000n) / (1_000_000n + STEP_MILLIONTHS));
    }
    this.#prices = [...down.slice(1).toReversed(), ...up];
  }

  /** The price of a step, in {@link PRICE_UNITS}. */
  units(step: number): number {
    return Number((this.#price(step) * BigInt(PRICE_UNITS)) / PRICE_SCALE);
  }

  /** The step that quotes stand around: the one they stood around, unless the price has left it. */
  center(price: bigint, before: number | undefined): number {
    if (before !== undefined) {
      const distance = price - this.#price(before);
      const width = (this.#price(before) * STEP_MILLIONTHS) / 1_000_000n;
      if ((distance < 0n ? -distance : distance) * 100n <= width * MOVE_HUNDREDTHS) return before;
    }
    return this.#nearest(price);
  }

  #nearest(price: bigint): number {
    let low = 0;
    let high = this.#prices.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#price(middle) <= price) low = middle;
      else high = middle;
    }
    return price - this.#price(low) <= this.#price(high) - price ? low : high;
  }

  #price(step: number): bigint {
    const price = this.#prices[step];
    if (price === undefined) throw new RangeError("a price beyond the grid");
    return price;
  }
}
