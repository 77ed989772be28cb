import { expect, test } from "vitest";
import { stepsFor } from "#pwa/parts/market-data/group-levels.ts";
import type { BookLevelRow } from "#schemas/market-data.ts";
import { bookLines } from "./book-lines.ts";

const [step = null] = stepsFor(0.1);
const ASKS: BookLevelRow[] = [
  [25, 100, "10.0000000"],
  [26, 100, "30.0000000"],
  [27, 100, "5.0000000"],
];
const BIDS: BookLevelRow[] = [[24, 100, "2.4000000"]];

function shown(rows: number, ownUnits: ReadonlySet<string> = new Set()) {
  if (step === null) throw new Error("no step fits");
  return bookLines(ASKS, BIDS, { step, rows, places: 2, ownUnits });
}

test("a row says its price, its amount and all that is better, and bars are of the widest in sight", () => {
  const { asks, bids } = shown(2);
  expect(asks).toMatchObject([
    { price: "0.250000", priceText: "0.250000", amount: "10.00", total: "10.00", share: 25 },
    { price: "0.260000", amount: "30.00", total: "40.00", share: 100 },
  ]);
  expect(bids).toMatchObject([{ price: "0.240000", amount: "10.00", total: "10.00", share: 25 }]);
});

test("one's own orders are marked on their side alone", () => {
  const own = new Set(["asks 260000000000000000"]);
  expect(shown(3, own).asks.map(({ isOwn }) => isOwn)).toEqual([false, true, false]);
  expect(shown(3, own).bids.map(({ isOwn }) => isOwn)).toEqual([false]);
});

test("all prices have as much room as the longest needs", () => {
  expect(shown(3).priceLength).toBe("0.250000".length);
});
