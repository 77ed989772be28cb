import { expect, test } from "vitest";
import { LADDER_SIZE, stopsAround, viewOf } from "./ladder-view.ts";

const OFFERS = [
  { side: "buy", price: 0.99, amount: 10 },
  { side: "buy", price: 0.98, amount: 5 },
  { side: "sell", price: 1.01, amount: 10 },
  { side: "sell", price: 1.02, amount: 5 },
] as const;
const NONE = { bid: null, ask: null };

test("bids stand before the reference, asks behind it, and all of them are in the picture", () => {
  const view = viewOf({
    reference: 1,
    offers: OFFERS,
    stops: { low: 0.9, high: 1.1 },
    others: { bid: 0.985, ask: null },
  });
  expect(view?.bars.map(({ side, x, width }) => [side, x + width / 2 < (view?.middle ?? 0)])).toEqual([
    ["buy", true],
    ["buy", true],
    ["sell", false],
    ["sell", false],
  ]);
  for (const { x, y, width, height } of view?.bars ?? []) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(LADDER_SIZE.width);
    expect(y + height).toBeLessThanOrEqual(LADDER_SIZE.height);
  }
  expect(view?.bars[0]?.height).toBeCloseTo(2 * (view?.bars[1]?.height ?? 0));
  expect(view?.others).toHaveLength(1);
});

test("stops that are far away stand at the edges, and say so", () => {
  const near = viewOf({ reference: 1, offers: OFFERS, stops: { low: 0.95, high: 1.05 }, others: NONE });
  expect(near?.stops.map(({ isOutside }) => isOutside)).toEqual([false, false]);
  const far = viewOf({ reference: 1, offers: OFFERS, stops: { low: 0.5, high: 1.5 }, others: NONE });
  expect(far?.stops.map(({ isOutside }) => isOutside)).toEqual([true, true]);
});

test("without a reference the middle of the offers stands in its place, and without either there is no picture", () => {
  expect(viewOf({ reference: null, offers: OFFERS, stops: null, others: NONE })?.bars).toHaveLength(4);
  expect(viewOf({ reference: null, offers: [], stops: null, others: NONE })).toBeNull();
  expect(viewOf({ reference: 2, offers: [], stops: null, others: NONE })?.bars).toEqual([]);
});

test("stops are reckoned from the price at the start", () => {
  expect(stopsAround("2", "10")).toEqual({ low: 1.8, high: 2.2 });
  expect(stopsAround(null, "10")).toBeNull();
  expect(stopsAround("2", "")).toBeNull();
});
