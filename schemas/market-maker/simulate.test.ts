import { expect, test } from "vitest";
import { PoolSimulation } from "#schemas/market-making-calls.ts";
import * as v from "valibot";
import type { PoolTerms } from "#schemas/market-making.ts";
import { wander } from "#schemas/strategies/candles.fixture.ts";
import type { Candle } from "#schemas/strategies/strategy.ts";
import { parseVolume } from "#schemas/values/money.ts";
import { TERMS } from "./pool.fixture.ts";
import { simulatePool } from "./simulate.ts";
import { readPool } from "./terms.ts";

const HOUR_MS = 3_600_000;
const UNIT = 10_000_000n;

function run(terms: Partial<PoolTerms>, candles: readonly Candle[]) {
  return simulatePool(readPool({ ...TERMS, reference: { kind: "mid" }, ...terms }), candles);
}

function candle(
  index: number,
  [open, high, low, close]: readonly [number, number, number, number],
  volume = 10_000n,
): Candle {
  return { at: index * HOUR_MS, ms: HOUR_MS, open, high, low, close, volume: volume * UNIT };
}

const STILL = candle(0, [2, 2, 2, 2]);

test("a level is met where the price goes through it, not where it is touched", () => {
  expect(run({}, [STILL, candle(1, [2, 2.01, 1.99, 2])]).fills).toBe(0);
  const met = run({}, [STILL, candle(1, [2, 2.0101, 1.99, 2])]);
  expect(met).toMatchObject({ fills: 1, isTooFew: true, spread: "10.0000000", result: "10.0000000", stopped: null });
});

test("nobody gets more than a tenth of a candle", () => {
  expect(run({}, [STILL, candle(1, [2, 2.05, 1.95, 2], 500n)])).toMatchObject({ fills: 1, spread: "0.5000000" });
});

test("a fall through the ladder is a loss beside holding, and stops the pool", () => {
  const fall = [STILL, candle(1, [2, 2, 1.7, 1.75]), candle(2, [1.75, 2.5, 1.6, 2])];
  const told = run({}, fall);
  expect(told.stopped).toEqual({ at: new Date(2 * HOUR_MS).toISOString(), by: "price-margin" });
  expect(told.fills).toBe(1);
  expect(run({ priceMargin: "50", maxDailyLoss: "10" }, fall).stopped?.by).toBe("daily-loss");
  expect(run({ priceMargin: "50", maxDailyLoss: "9000", maxDrawdown: 5 }, fall).stopped?.by).toBe("drawdown");
});

test("a fixed price that the market left by far is not stood around", () => {
  const fixed = { reference: { kind: "fixed" as const, targetPrice: "3" } };
  expect(run(fixed, [STILL, candle(1, [2, 4, 1, 2])]).fills).toBe(0);
});

test("its parts come to the whole, and what it tells is what the contract says", () => {
  const candles = wander(2160, 5);
  const wide = { levels: 10, walletCount: 10, priceMargin: "90", maxDrawdown: 90, maxDailyLoss: "100000" };
  const told = run(wide, candles.toSpliced(100, 3));
  expect(v.is(PoolSimulation, told)).toBe(true);
  expect(told.gaps).toBe(3);
  expect(parseVolume(told.spread) + parseVolume(told.inventory)).toBe(parseVolume(told.result));
  expect(told.curve.at(-1)?.[0]).toBe(candles.at(-1)?.at);
  expect(v.is(PoolSimulation, run({}, []))).toBe(true);
});
