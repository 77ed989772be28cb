import { describe, expect, test } from "vitest";
import { PAIRS } from "./assets.ts";
import { PriceGrid } from "./grid.ts";
import { randomFrom } from "./random.ts";
import { bustleOf, middleOf, moodOf, STARTING_PRICES, walk } from "./walk.ts";
import type { Prices } from "./walk.ts";

const DAY_SECONDS = 86_400;
const START = 1_790_000_000;
const SEEDS = ["one", "two", "three", "four", "five"];

/** Prices at the end of each of so many days, walked hour by hour. */
function closes(seed: string, days: number): Prices[] {
  let prices = STARTING_PRICES;
  return Array.from({ length: days }, (_, day) => {
    for (let hour = 0; hour < 24; hour += 1) {
      const time = START + day * DAY_SECONDS + hour * 3600;
      prices = walk(prices, 3600, moodOf(seed, time), randomFrom(`${seed} ${time}`));
    }
    return prices;
  });
}

describe.each(SEEDS)("the walk of seed %s", (seed) => {
  const days = closes(seed, 90);

  test.each(PAIRS)("moves $base/$counter by one to four percent on a usual day", (pair) => {
    const middles = days.map((prices) => Number(middleOf(prices, pair)));
    const moves = middles.slice(1).map((middle, index) => Math.log(middle / (middles[index] ?? middle)));
    const usual = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length);
    expect(usual).toBeGreaterThan(0.01);
    expect(usual).toBeLessThan(0.04);
  });

  test.each(PAIRS)("keeps $base/$counter where its grid has prices", (pair) => {
    const grid = new PriceGrid(pair);
    for (const prices of days) {
      const center = grid.center(middleOf(prices, pair), undefined);
      expect(grid.units(center - 25)).toBeGreaterThan(0);
      expect(grid.units(center + 25)).toBeLessThan(2 ** 31);
    }
  });
});

test("however hard it is drawn to one side, a price stays within a third and three times its beginning", () => {
  const rising = { whole: () => 0, bell: () => 6 * 65_535 };
  const falling = { whole: () => 0, bell: () => -6 * 65_535 };
  for (const random of [rising, falling]) {
    let prices = STARTING_PRICES;
    for (let day = 0; day < 400; day += 1) prices = walk(prices, DAY_SECONDS, 135, random);
    for (const code of ["XLM", "NKDM", "SKL"] as const) {
      expect(prices[code] * 3n).toBeGreaterThanOrEqual(STARTING_PRICES[code] - 3n);
      expect(prices[code]).toBeLessThanOrEqual(STARTING_PRICES[code] * 3n);
    }
    expect(prices.USDC).toBe(STARTING_PRICES.USDC);
  }
});

test("the grid reaches every ratio that two prices can have", () => {
  for (const pair of PAIRS) {
    const grid = new PriceGrid(pair);
    const middle = middleOf(STARTING_PRICES, pair);
    for (const extreme of [middle * 9n, middle / 9n]) {
      const center = grid.center(extreme, undefined);
      expect(grid.units(center - 25)).toBeGreaterThan(25);
      expect(grid.units(center + 25)).toBeLessThan(2 ** 31);
    }
  }
});

test("quotes stay where they are until the price has left their step", () => {
  const [pair] = PAIRS;
  if (!pair) throw new Error("no pair");
  const grid = new PriceGrid(pair);
  const middle = middleOf(STARTING_PRICES, pair);
  const center = grid.center(middle, undefined);
  expect(grid.center((middle * 10_007n) / 10_000n, center)).toBe(center);
  expect(grid.center((middle * 10_008n) / 10_000n, center)).toBe(center + 1);
  expect(grid.center((middle * 9992n) / 10_000n, center)).toBe(center - 1);
});

test("less happens at night and at weekends", () => {
  const wednesday = Date.UTC(2026, 10, 18, 15) / 1000;
  expect(bustleOf(wednesday)).toBe(100);
  expect(bustleOf(wednesday + 12 * 3600)).toBe(64);
  expect(bustleOf(wednesday + 3 * DAY_SECONDS)).toBe(80);
});
