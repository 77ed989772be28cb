import { expect, test } from "vitest";
import { usdText, usdWords } from "./usd-words.ts";

test("a balance is told in dollars with two decimals", () => {
  expect(usdWords("1234.5678900", "2")).toEqual({ value: "$2,469.14", note: null });
  expect(usdWords("0.0000000", "2")).toEqual({ value: "$0.00", note: null });
});

test("without a price it is $0.00, and a note says that none is known", () => {
  expect(usdWords("1234.5", null)).toEqual({ value: "$0.00", note: "no price known" });
  expect(usdText("0.0000000", null)).toBe("$0.00");
  expect(usdText("1234.5", null)).toBe("$0.00 (no price known)");
});

test("what is less than a cent is not taken for nothing", () => {
  expect(usdText("0.0000001", "0.1")).toBe("$0.00 (less than a cent)");
  expect(usdText("0.05", "0.1")).toBe("$0.01");
});
