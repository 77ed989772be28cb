import { expect, test } from "vitest";
import { readAskedPair } from "./asked-pair.ts";
import { decidingOf, isThereAlready, termsWords } from "./alert-words.ts";

const USD = `USD-G${"A".repeat(55)}`;
const FIGURES = { last: "0.30", bid: "0.29", ask: "0.31", change: null };

test("above is there once somebody pays it, below once somebody sells for it", () => {
  const is = (direction: "above" | "below", price: string) =>
    isThereAlready(decidingOf(FIGURES, direction), { direction, price });
  expect([is("above", "0.29"), is("above", "0.3"), is("below", "0.31"), is("below", "0.3")]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(isThereAlready(decidingOf(null, "above"), { direction: "above", price: "0.1" })).toBe(false);
  expect(is("above", "nothing")).toBe(false);
});

test("an alert says its market and its price", () => {
  const words = termsWords({ base: "XLM", quote: USD, direction: "below", price: "0.3" });
  expect(words).toBe("XLM / USD at or below 0.3");
});

test("an address names a pair in whole or none", () => {
  expect(readAskedPair(`XLM/${USD}`)).toEqual({ base: "XLM", quote: USD });
  for (const asked of ["XLM", "XLM/", `XLM/${USD}/more`, 7, undefined]) expect(readAskedPair(asked)).toBeNull();
});
