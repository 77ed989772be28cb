import fc from "fast-check";
import { expect, test } from "vitest";
import { backTest } from "./back-test.ts";
import type { Limits } from "./book.ts";
import { baseFor, feeOf, priceWithin, quoteFor, roomIn, stopWithin } from "./fills.ts";
import { anyOf } from "./player.ts";
import { type Candle, type Intent, NO_INTENTS, type Strategy, WHOLE_SHARE } from "./strategy.ts";

const COSTS = { feePpm: 0, flat: 0n, spreadPpm: 0, depthPpm: 100_000 };
const LIMITS = { perTrade: 10n ** 18n, perDay: 10n ** 18n, cooldown: 0 };
const CANDLE: Candle = { at: 0, ms: 3_600_000, open: 10, high: 12, low: 8, close: 11, volume: 1_000_000_000n };

test("what rests is met where the price went through it, not where it touched it", () => {
  expect(priceWithin(CANDLE, { side: "buy", limit: 8 }, COSTS)).toBeNull();
  expect(priceWithin(CANDLE, { side: "buy", limit: 8.01 }, COSTS)).toBe(8.01);
  expect(priceWithin(CANDLE, { side: "sell", limit: 12 }, COSTS)).toBeNull();
  expect(priceWithin(CANDLE, { side: "sell", limit: 11.9 }, COSTS)).toBe(11.9);
});

test("what takes goes at the open and loses half the spread", () => {
  const costs = { ...COSTS, spreadPpm: 20_000 };
  expect(priceWithin(CANDLE, { side: "buy", limit: null }, costs)).toBeCloseTo(10.1, 9);
  expect(priceWithin(CANDLE, { side: "sell", limit: null }, costs)).toBeCloseTo(9.9, 9);
});

test("a stop sells at itself, or at an open that is worse already", () => {
  expect(stopWithin(CANDLE, 7.9, COSTS)).toBeNull();
  expect(stopWithin(CANDLE, 9, COSTS)).toBe(9);
  expect(stopWithin(CANDLE, 11, COSTS)).toBe(10);
});

test("money is rounded against whoever trades", () => {
  const price = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), price, (amount, at) => {
      expect(quoteFor(amount, at, "buy")).toBeGreaterThanOrEqual(quoteFor(amount, at, "sell"));
      expect(quoteFor(baseFor(amount, at), at, "buy")).toBeLessThanOrEqual(amount);
      expect(feeOf(amount, { ...COSTS, feePpm: 1 })).toBeGreaterThan(0n);
    }),
  );
  expect(roomIn(CANDLE, COSTS)).toBe(100_000_000n);
});

/** Says what it is told to say, candle by candle. */
function saying(words: readonly (readonly Intent[])[]): Strategy<"any", number> {
  return {
    rules: { any: { least: 0, most: 0, usual: 0, isWhole: true } },
    warmUp: () => 1,
    begin: () => 0,
    step: (index) => ({ state: index + 1, intents: words[index] ?? NO_INTENTS, indicators: {} }),
  };
}

const BUY: Intent = {
  side: "buy",
  share: WHOLE_SHARE,
  limit: null,
  stop: null,
  confidence: 1,
  why: { code: "said", facts: {} },
};

function run(words: readonly (readonly Intent[])[], candles: readonly Candle[], limits: Limits = LIMITS) {
  const begun = { base: 0n, quote: 100_000_000n };
  return backTest({ strategy: anyOf(saying(words)), parameters: { any: 0 }, candles, costs: COSTS, limits, begun });
}

test("nothing is met in the candle that decided it", () => {
  const { fills } = run([[BUY]], [CANDLE, { ...CANDLE, at: 1, open: 5, high: 6, low: 4, close: 5 }]);
  expect(fills.map(({ at, price }) => [at, price])).toEqual([[1, 5]]);
});

test("nobody has more than a tenth of a candle, and what takes and finds too little is gone", () => {
  const thin = { ...CANDLE, at: 1, volume: 10_000_000n };
  const { fills } = run([[BUY]], [CANDLE, thin, { ...CANDLE, at: 2 }]);
  expect(fills.map(({ base }) => base)).toEqual([1_000_000n]);
});

test("of a candle that touches both, the stop comes first", () => {
  const words = [[{ ...BUY, stop: 9 }], [{ ...BUY, side: "sell" as const, limit: 11 }]];
  const { fills } = run(words, [CANDLE, { ...CANDLE, at: 1, low: 9.5 }, { ...CANDLE, at: 2, open: 10.5 }]);
  expect(fills.map(({ side, price }) => [side, price])).toEqual([
    ["buy", 10],
    ["sell", 9],
  ]);
});

const SELL: Intent = { ...BUY, side: "sell" };
const DAY_MS = 86_400_000;

test("no trade gives more than one may, and no day more than a day may", () => {
  const candles = [0, 1, 2, 3, 4].map((index) => ({ ...CANDLE, at: index, volume: 10n ** 12n }));
  const limits = { ...LIMITS, perTrade: 30_000_000n, perDay: 50_000_000n };
  const words = [[BUY], [BUY], [BUY], [BUY]];
  const { fills } = run(words, candles, limits);
  expect(fills.map(({ quote }) => quote)).toEqual([30_000_000n, 20_000_000n]);
  const tomorrow = run(words, [...candles.slice(0, 3), { ...CANDLE, at: DAY_MS, volume: 10n ** 12n }], limits);
  expect(tomorrow.fills.map(({ quote }) => quote)).toEqual([30_000_000n, 20_000_000n, 30_000_000n]);
});

test("after a loss nothing is bought for as many candles as were said", () => {
  const candles = [10, 10, 5, 5, 5, 5].map((open, index) => ({ ...CANDLE, at: index, ms: 1, open, low: 1 }));
  const words = [[BUY], [SELL], [BUY], [BUY]];
  const { fills } = run(words, candles, { ...LIMITS, cooldown: 1 });
  expect(fills.map(({ at, side }) => [at, side])).toEqual([
    [1, "buy"],
    [2, "sell"],
    [4, "buy"],
  ]);
});
