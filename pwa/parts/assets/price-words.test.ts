import { expect, test } from "vitest";
import { priceInUsd } from "./price-words.ts";

test("a price is shown with the digits that count", () => {
  expect(
    ["1234.499", "1", "0.5", "0.123456", "0.0001234567", "0.99999", "0.000000000000000333"].map(priceInUsd),
  ).toEqual(["$1,234.50", "$1.00", "$0.50", "$0.1235", "$0.0001235", "$1.00", "$0.000000000000000333"]);
});
