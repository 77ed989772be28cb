import fc from "fast-check";
import { expect, test } from "vitest";
import type { BookLevelRow } from "#schemas/market-data.ts";
import { readPrice } from "#schemas/values/price.ts";
import { baseAmount, groupLevels, stepsFor } from "./group-levels.ts";

test("groupings follow the size of the price, the finest first", () => {
  expect(stepsFor(0.25).map(({ text }) => text)).toEqual(["0.000001", "0.00001", "0.0001", "0.001"]);
  expect(stepsFor(95_000).map(({ text }) => text)).toEqual(["0.1", "1", "10", "100"]);
  expect(stepsFor(Number.NaN)).toHaveLength(4);
});

test("bids are put together downward and asks upward, in the base asset", () => {
  const step = stepsFor(0.25)[3];
  if (step === undefined) throw new Error("no step");
  const asks: BookLevelRow[] = [
    [2501, 10_000, "1.0000000"],
    [2510, 10_000, "2.0000000"],
    [2511, 10_000, "4.0000000"],
  ];
  expect(groupLevels(asks, "asks", step, 5)).toMatchObject([
    { price: "0.251", amount: 30_000_000n, total: 30_000_000n },
    { price: "0.252", amount: 40_000_000n, total: 70_000_000n },
  ]);
  // A bid gives the quote asset: 1 of it buys 4 at 0.25.
  const bids: BookLevelRow[] = [
    [1, 4, "1.0000000"],
    [2491, 10_000, "0.2491000"],
  ];
  expect(groupLevels(bids, "bids", step, 5)).toMatchObject([
    { price: "0.250", amount: 40_000_000n },
    { price: "0.249", amount: 10_000_000n, total: 50_000_000n },
  ]);
});

test("an order at the price of a row takes all of it, and no more rows come than asked for", () => {
  const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 2_147_483_647 }), fc.integer({ min: 1, max: 1_000_000 })), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(parts, fc.constantFrom<"bids" | "asks">("bids", "asks"), (prices, side) => {
      const sign = side === "bids" ? -1 : 1;
      const levels = prices
        .map(([n, d]): BookLevelRow => [n, d, "1.0000000"])
        .toSorted((left, right) => sign * (left[0] / left[1] - right[0] / right[1]));
      const [best] = levels;
      if (best === undefined) return;
      for (const step of stepsFor(best[0] / best[1])) {
        const groups = groupLevels(levels, side, step, 100);
        const all = levels.reduce((sum, level) => sum + baseAmount(level, side), 0n);
        expect(groups.at(-1)?.total).toBe(all);
        expect(groupLevels(levels, side, step, 3).length).toBeLessThanOrEqual(3);
        const first = groups[0] && readPrice(groups[0].price);
        if (!first) throw new Error("the first row has no price");
        const beside = first.n * BigInt(best[1]) - BigInt(best[0]) * first.d;
        expect(side === "asks" ? beside >= 0n : beside <= 0n).toBe(true);
      }
    }),
  );
});
