import { expect, test } from "vitest";
import { stepsFor } from "#pwa/parts/market-data/group-levels.ts";
import type { BookLevelRow } from "#schemas/market-data.ts";
import { atLeastOnce, fittingStep, lastRung, middleOf, priceOfRung, rungsOf, topAround } from "./ladder.ts";

/** Prices with six figures around 0.1: a step of 0.000001. */
const [FINE] = stepsFor(0.1);
const [WHOLE] = stepsFor(250_000);
if (FINE === undefined || WHOLE === undefined) throw new Error("There are steps for every price");

const BIDS: BookLevelRow[] = [
  [100_000, 1_000_000, "1.0000000"],
  [99_999, 1_000_000, "0.9999900"],
  [999_985, 10_000_000, "5.0000000"],
];
const ASKS: BookLevelRow[] = [
  [100_003, 1_000_000, "20.0000000"],
  [1_000_031, 10_000_000, "5.0000000"],
  [100_004, 1_000_000, "2.0000000"],
];
const touch = (bid?: BookLevelRow, ask?: BookLevelRow, last: string | null = null) => ({ bid, ask, last });

test("prices are evenly spaced, without a gap where nothing is offered", () => {
  const rungs = rungsOf(BIDS, ASKS, FINE, 100_005n, 8);
  expect(rungs.map(({ price }) => price)).toEqual([
    "0.100005",
    "0.100004",
    "0.100003",
    "0.100002",
    "0.100001",
    "0.100000",
    "0.099999",
    "0.099998",
  ]);
});

test("bids stand at the next price below, asks at the next above, in the base asset", () => {
  const rungs = rungsOf(BIDS, ASKS, FINE, 100_005n, 8);
  expect(rungs.map(({ ask }) => ask)).toEqual([0n, 70_000_000n, 200_000_000n, 0n, 0n, 0n, 0n, 0n]);
  // 1 quote at 0.1 buys 10, 0.99999 at 0.099999 buys 10; the third bid pays for 50.00075 at 0.0999985.
  expect(rungs.map(({ bid }) => bid)).toEqual([0n, 0n, 0n, 0n, 0n, 100_000_000n, 100_000_000n, 500_007_500n]);
});

test("the market is between both sides, at the only one, or where it was traded last", () => {
  expect(middleOf(touch(BIDS[0], ASKS[0], "9"), FINE)).toBe(100_001n);
  expect(middleOf(touch(BIDS[0]), FINE)).toBe(100_000n);
  expect(middleOf(touch(undefined, ASKS[0]), FINE)).toBe(100_003n);
  expect(middleOf(touch(undefined, undefined, "0.1234567"), FINE)).toBe(123_456n);
  expect(middleOf(touch(), FINE)).toBe(null);
  expect(lastRung("nothing", FINE)).toBe(null);
});

test("the step is the finest that leaves few empty prices between both sides", () => {
  const steps = stepsFor(0.1);
  expect(fittingStep(touch(BIDS[0], ASKS[0]), steps)).toBe(0);
  expect(fittingStep(touch(BIDS[0], [1002, 10_000, "1.0000000"]), steps)).toBe(2);
  expect(fittingStep(touch(BIDS[0], [9, 10, "1.0000000"]), steps)).toBe(3);
  expect(fittingStep(touch(BIDS[0]), steps)).toBe(1);
});

test("a ladder stands still while the market moves within it, and follows once it comes near an end", () => {
  const top = topAround(1000n, 24, null);
  expect(top).toBe(1012n);
  for (const middle of [1008n, 1000n, 993n]) expect(topAround(middle, 24, top)).toBe(top);
  expect(topAround(1009n, 24, top)).toBe(1021n);
  expect(topAround(992n, 24, top)).toBe(1004n);
});

test("no price is below one step", () => {
  expect(topAround(1n, 24, null)).toBe(24n);
  expect(atLeastOnce(3n, 24)).toBe(24n);
  expect(rungsOf([], [], FINE, 24n, 24).at(-1)?.price).toBe("0.000001");
});

test("large prices have no places, and are not cut", () => {
  expect(WHOLE.places).toBe(0);
  expect(priceOfRung(250_001n, WHOLE)).toBe("250001");
  const [huge] = stepsFor(3e13);
  if (huge === undefined) throw new Error("There are steps for every price");
  expect(priceOfRung(300_001n, huge)).toBe("30000100000000");
});
