import { BELL_UNIT, randomFrom } from "./random.ts";
import type { Random } from "./random.ts";
import type { Code, Pair } from "./assets.ts";

/** What each asset is worth: USDC for one unit, times {@link PRICE_SCALE}. */
export type Prices = Readonly<Record<Code, bigint>>;

export const PRICE_SCALE = 1_000_000_000_000n;
const DAY_SECONDS = 86_400;
const BILLION = 1_000_000_000n;
/** How fast prices come back to where they began. */
const RETURN_SECONDS = BigInt(45 * DAY_SECONDS);
/** A price never leaves a third to three times what it began with, so that every quote fits the ledger's prices. */
const FARTHEST = 3n;
/** However long nobody looked, the market moved no more than in a day. */
const LONGEST_STEP_SECONDS = DAY_SECONDS;

export const STARTING_PRICES: Prices = {
  USDC: PRICE_SCALE,
  XLM: (PRICE_SCALE * 24n) / 100n,
  NKDM: (PRICE_SCALE * 155n) / 100n,
  SKL: (PRICE_SCALE * 2n) / 100n,
};

/** The usual move of a day, in parts of a thousand million. */
const DAILY_MOVES: readonly (readonly [Exclude<Code, "USDC">, number])[] = [
  ["XLM", 18_000_000],
  ["NKDM", 19_000_000],
  ["SKL", 23_000_000],
];

/** Prices some seconds later: a random walk, with calm and lively days, that is slowly drawn back to its beginning. */
export function walk(prices: Prices, seconds: number, mood: number, random: Random): Prices {
  const step = Math.min(seconds, LONGEST_STEP_SECONDS);
  const next: Record<Code, bigint> = { ...prices };
  for (const [code, dailyMove] of DAILY_MOVES) {
    const start = STARTING_PRICES[code];
    const price = prices[code];
    // Square roots are the same on every machine, so that prices stay whole numbers that follow from the seed.
    const move = BigInt(Math.round((dailyMove * mood * Math.sqrt(step / DAY_SECONDS)) / 100));
    const random_ = (price * move * BigInt(random.bell())) / (BILLION * BigInt(BELL_UNIT));
    const back = ((start - price) * BigInt(step)) / RETURN_SECONDS;
    next[code] = within(price + random_ + back, start / FARTHEST, start * FARTHEST);
  }
  return next;
}

/** How lively the day of this moment is, as a percentage of a usual day. */
export function moodOf(seed: string, time: number): number {
  return 65 + randomFrom(`${seed}: day ${Math.floor(time / DAY_SECONDS)}`).whole(71);
}

/** How much is going on at this hour (UTC), as a percentage of the busiest one: less at night and at weekends. */
export function bustleOf(time: number): number {
  const hour = Math.floor(time / 3600) % 24;
  const byHour = 100 - 3 * Math.min(Math.abs(hour - 15), 24 - Math.abs(hour - 15));
  // The first day of 1970 was a Thursday.
  const weekday = (Math.floor(time / DAY_SECONDS) + 4) % 7;
  return weekday === 0 || weekday === 6 ? Math.floor((byHour * 4) / 5) : byHour;
}

/** Counter for one base, times {@link PRICE_SCALE}. */
export function middleOf(prices: Prices, { base, counter }: Pair): bigint {
  return (prices[base] * PRICE_SCALE) / prices[counter];
}

function within(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least;
  return value > most ? most : value;
}
