import { expect, test } from "vitest";
import type { BookLevelRow } from "#schemas/market-data.ts";
import { depthOf, outlineOf, standingAt, sumOf } from "./depth.ts";

const BIDS: BookLevelRow[] = [
  [2, 1, "20.0000000"],
  [1, 1, "30.0000000"],
];
const ASKS: BookLevelRow[] = [
  [4, 1, "5.0000000"],
  [5, 1, "15.0000000"],
];
const unit = 10_000_000n;

test("sums go on from the best price, in the base asset", () => {
  const depth = depthOf(BIDS, ASKS, null);
  expect(depth?.bids).toEqual([
    { price: 2, total: 10n * unit },
    { price: 1, total: 40n * unit },
  ]);
  expect(depth?.asks.map(({ total }) => total)).toEqual([5n * unit, 20n * unit]);
  expect(depth?.most).toBe(40n * unit);
});

test("what is out of reach is left out, on both sides of the middle", () => {
  const depth = depthOf(BIDS, ASKS, 4000);
  expect([depth?.low, depth?.high]).toEqual([expect.closeTo(1.8), expect.closeTo(4.2)]);
  expect(depth && [sumOf(depth.bids), sumOf(depth.asks)]).toEqual([10n * unit, 5n * unit]);
});

test("one side alone is drawn around its best price, and an empty book not at all", () => {
  const depth = depthOf([], ASKS, null);
  expect(depth?.bids).toEqual([]);
  expect(depth && outlineOf("bids", depth)).toBe("");
  expect(depth && depth.low).toBeGreaterThanOrEqual(0);
  expect(depthOf([], [], null)).toBe(null);
});

test("the outline goes in steps from the ground at the best price to the edge", () => {
  const depth = depthOf(BIDS, ASKS, null);
  if (depth === null) throw new Error("A book has depth");
  const drawn = { ...depth, low: 0, high: 10 };
  expect(outlineOf("bids", drawn)).toBe("M20 100V75H10V0H0V100Z");
  expect(outlineOf("asks", drawn)).toBe("M40 100V87.5H50V50H100V100Z");
});

test("at a price stands what would be taken down or up to it", () => {
  const depth = depthOf(BIDS, ASKS, null);
  if (depth === null) throw new Error("A book has depth");
  const at = (price: number) => {
    const { side, total } = standingAt(depth, (price - depth.low) / (depth.high - depth.low));
    return [side, total / unit];
  };
  expect(at(1.5)).toEqual(["bids", 10n]);
  expect(at(0.98)).toEqual(["bids", 40n]);
  expect(at(3)).toEqual(["asks", 0n]);
  expect(at(4.5)).toEqual(["asks", 5n]);
});
