import { expect, test } from "vitest";
import { percentText, readPercent } from "./holdings.ts";

test("percentages are read and written without a float", () => {
  expect(readPercent("-1.25")).toBe(-125n);
  expect(readPercent("1.5")).toBeNull();
  expect([0n, -5n, 123_456n].map(percentText)).toEqual(["0.00%", "0.05%", "1,234.56%"]);
});
