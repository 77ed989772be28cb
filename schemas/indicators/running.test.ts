import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bollingerBands, movingAverage, type Running } from "./running.ts";

/** What Tulip Indicators publishes as its own tests, to three places. */
const PRICES = [81.59, 81.06, 82.87, 83.0, 83.61, 83.15, 82.84, 83.99, 84.55, 84.36, 85.53, 86.54, 86.89, 87.77, 87.29];
const SMA_5 = [82.426, 82.738, 83.094, 83.318, 83.628, 83.778, 84.254, 84.994, 85.574, 86.218, 86.804];
const EMA_5 = [82.714, 82.859, 82.853, 83.232, 83.671, 83.901, 84.444, 85.143, 85.725, 86.407, 86.701];
const LOWER_5 = [80.53, 80.987, 82.533, 82.472, 82.418, 82.435, 82.511, 83.143, 83.536, 83.87, 85.289];
const UPPER_5 = [84.322, 84.489, 83.655, 84.164, 84.838, 85.121, 85.997, 86.845, 87.612, 88.566, 88.319];

function told<Result>(indicator: Running<Result>, prices: readonly number[]): (Result | null)[] {
  return prices.map((price) => indicator.add(price));
}

const toPlaces = (value: number | null) => (value === null ? null : Number(value.toFixed(3)));
const nulls = (count: number) => Array.from({ length: count }, () => null);

describe("published vectors", () => {
  test("a simple average, after as many prices as it is of", () => {
    expect(told(movingAverage("sma", 5), PRICES).map(toPlaces)).toEqual([...nulls(4), ...SMA_5]);
  });

  test("an exponential average, which begins with the first price and says nothing until it was told enough", () => {
    expect(told(movingAverage("ema", 5), PRICES).map(toPlaces)).toEqual([...nulls(4), ...EMA_5]);
  });

  test("Bollinger bands, two deviations from a simple average", () => {
    const bands = told(bollingerBands(5, 2), PRICES);
    expect(bands.map((at) => toPlaces(at?.lower ?? null))).toEqual([...nulls(4), ...LOWER_5]);
    expect(bands.map((at) => toPlaces(at?.middle ?? null))).toEqual([...nulls(4), ...SMA_5]);
    expect(bands.map((at) => toPlaces(at?.upper ?? null))).toEqual([...nulls(4), ...UPPER_5]);
  });
});

describe("a candle that grows", () => {
  const indicators = [
    () => movingAverage("sma", 5),
    () => movingAverage("ema", 5),
    () => bollingerBands(5, 2),
  ] as const satisfies readonly (() => Running<unknown>)[];
  const price = fc.double({ min: 0.0000001, max: 1e6, noNaN: true });

  test("is as if it had had its last price from the start", () => {
    fc.assert(
      fc.property(fc.array(fc.array(price, { minLength: 1, maxLength: 4 }), { maxLength: 20 }), (candles) => {
        for (const make of indicators) {
          const live: Running<unknown> = make();
          const seen = candles.map(([first = 0, ...later]) =>
            later.reduce<unknown>((_, next) => live.replace(next), live.add(first)),
          );
          expect(seen).toEqual(
            told<unknown>(
              make(),
              candles.map((prices) => prices.at(-1) ?? 0),
            ),
          );
        }
      }),
    );
  });

  test("may be the first of all", () => {
    const average = movingAverage("ema", 1);
    expect(average.replace(3)).toBe(3);
    expect(average.replace(4)).toBe(4);
    expect(average.add(5)).toBe(5);
  });
});

test("the latest of thousands is as exact as the first", () => {
  const average = movingAverage("sma", 3);
  for (let at = 0; at < 10_000; at++) average.add(1e9 + at / 7);
  average.add(0.1);
  average.add(0.2);
  expect(average.add(0.3)).toBeCloseTo(0.2, 12);
});
