import { expect, test } from "vitest";
import { plainAmount, readAmount } from "./typed-amount.ts";

test.each([
  ["12.5", "12.5"],
  [" 12 ", "12"],
  [".5", "0.5"],
  [",5", "0.5"],
  ["1,5", "1.5"],
  ["0,500", "0.500"],
  ["1234,500", "1234.500"],
  ["12,3456789", "12.3456789"],
  ["1,234,567", "1234567"],
  ["2,500.5", "2500.5"],
  ["1,234,567.25", "1234567.25"],
])("%j is %s", (typed, text) => expect(plainAmount(typed)).toEqual({ text }));

test.each(["1,500", "15,000", "150,000"])("%j may be either, and is asked about", (typed) => {
  const plain = typed.replace(",", "");
  expect(plainAmount(typed)).toEqual({ problem: expect.stringContaining(`${plain} or ${typed.replace(",", ".")}`) });
  expect(readAmount(typed)).toMatch(/Do you mean/);
});

test.each(["1,50,5", "12,34,567", "1.500,25", "1,", "1,,5", "1,5000.5", "12,34.5", "-1,5", "1,5e3", "1 500,5"])(
  "%j is no amount",
  (typed) => expect(readAmount(typed)).toMatch(/such as 12\.5/),
);

test("amounts are read in stroops", () => {
  expect(readAmount("1,5")).toBe(15_000_000n);
  expect(readAmount("1,234,567")).toBe(12_345_670_000_000n);
  expect(readAmount("")).toBe("Enter an amount");
  expect(readAmount("0,00000001")).toMatch(/at most 7/);
});
