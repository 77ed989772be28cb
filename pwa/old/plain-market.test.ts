import { expect, test } from "vitest";
import { plainLevels } from "./plain-market.ts";

test("both sides of a book are told in units of the base asset", () => {
  expect(plainLevels([[1, 4, "10.0000000"]], "asks", 5)).toEqual([{ key: "1/4", price: "0.25", amount: "10" }]);
  // Ten units of the quote asset buy forty of the base asset at a quarter each.
  expect(plainLevels([[1, 4, "10.0000000"]], "bids", 5)).toEqual([{ key: "1/4", price: "0.25", amount: "40" }]);
});

test("no more levels are told than asked for, the best first", () => {
  const levels = plainLevels(
    [
      [3, 1, "1.0000000"],
      [4, 1, "1.0000000"],
    ],
    "asks",
    1,
  );
  expect(levels.map(({ price }) => price)).toEqual(["3"]);
});
