import { expect, test } from "vitest";
import { stillWrong } from "./still-wrong.ts";

test("an error told before stands only as long as its field is wrong, and no new one comes before it is asked for", () => {
  expect(stillWrong({ amount: "Enter an amount" }, null)).toEqual({});
  expect(stillWrong<Record<string, string>>({ amount: "Enter an amount" }, { price: "No price" })).toEqual({});
  const now = { amount: "Too many places", price: "No price" };
  expect(stillWrong<Record<string, string>>({ amount: "Enter an amount" }, now)).toEqual({ amount: "Too many places" });
});
