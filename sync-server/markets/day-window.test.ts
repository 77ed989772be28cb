import fc from "fast-check";
import { expect, test } from "vitest";
import { CANDLE_MS, type PricedCandle } from "#server/platform/network/markets.ts";
import { type SeenTrade, startOf, withTrade } from "./candles.ts";
import { DayWindow } from "./day-window.ts";

const BEGIN_MS = 1_790_000_000_000;
const DAY_MS = CANDLE_MS["1d"];

const trade = fc.record({
  afterMs: fc.integer({ min: 0, max: 4 * 3_600_000 }),
  n: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  d: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  baseAmount: fc.bigInt({ min: 0n, max: 2n ** 62n }),
  counterAmount: fc.bigInt({ min: 0n, max: 2n ** 62n }),
});

test("whatever is traded when, the figures are those of the trades of the last 24 hours, to the minute", () => {
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 40 }), fc.nat(10), (trades, loaded) => {
      let atMs = BEGIN_MS;
      const told = trades.map(({ afterMs, n, d, baseAmount, counterAmount }) => {
        atMs += afterMs;
        const seen: SeenTrade = { side: "buy", price: { n, d }, baseAmount, counterAmount };
        return { atMs, seen };
      });
      // Some of them were stored before this process began.
      const minutes = new Map<number, PricedCandle>();
      for (const each of told.slice(0, loaded)) {
        const startMs = startOf("1m", each.atMs);
        minutes.set(startMs, withTrade(minutes.get(startMs) ?? null, startMs, each.seen));
      }
      const window = new DayWindow([...minutes.values()], told.slice(0, loaded).at(-1)?.seen.price ?? null);
      for (const each of told.slice(loaded)) {
        window.add(each.seen, each.atMs);
        window.at(each.atMs);
      }
      const figures = window.at(atMs);
      const within = told.filter((each) => each.atMs >= startOf("1m", atMs) - DAY_MS).map(({ seen }) => seen);
      const sum = (of: (seen: SeenTrade) => bigint) => within.reduce((total, seen) => total + of(seen), 0n);
      expect(figures.trades).toBe(within.length);
      expect(figures.baseVolume).toBe(sum(({ baseAmount }) => baseAmount));
      expect(figures.counterVolume).toBe(sum(({ counterAmount }) => counterAmount));
      expect(figures.open).toEqual(within[0]?.price ?? null);
      expect(figures.last).toEqual(told.at(-1)?.seen.price ?? null);
      const { high, low } = figures;
      for (const { price } of within) {
        expect(high && price.n * high.d <= high.n * price.d).toBe(true);
        expect(low && price.n * low.d >= low.n * price.d).toBe(true);
      }
    }),
  );
});

test("what was traded a day and a minute ago is in no figure but the last price", () => {
  const window = new DayWindow([], null);
  const price = { n: 3n, d: 2n };
  window.add({ side: "sell", price, baseAmount: 5n, counterAmount: 7n }, BEGIN_MS);
  expect(window.at(BEGIN_MS + DAY_MS)).toMatchObject({ trades: 1, high: price });
  expect(window.at(BEGIN_MS + DAY_MS + 60_000)).toEqual({
    last: price,
    open: null,
    high: null,
    low: null,
    baseVolume: 0n,
    counterVolume: 0n,
    trades: 0,
  });
});
