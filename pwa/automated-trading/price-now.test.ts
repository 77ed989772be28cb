import { expect, test } from "vitest";
import type { Ticker } from "#schemas/market-data.ts";
import { aroundPrice, lastPrice } from "./price-now.ts";

const TICKER = { base: "XLM", quote: "USDC-G", last: "0.25" } as Ticker;

test("a pair is seen from either side", () => {
  expect(lastPrice([TICKER], { base: "XLM", quote: "USDC-G" })).toBe("0.25");
  expect(lastPrice([TICKER], { base: "USDC-G", quote: "XLM" })).toBe("4");
  expect(lastPrice([TICKER], { base: "AQUA-G", quote: "XLM" })).toBeNull();
  expect(lastPrice([{ ...TICKER, last: null }], { base: "XLM", quote: "USDC-G" })).toBeNull();
});

test("a ladder stands a fifth around a price", () => {
  expect(aroundPrice("0.25")).toEqual({ lowest: 0.2, highest: 0.3 });
  expect(aroundPrice("0.0000012345")).toEqual({ lowest: 0.000_000_987_6, highest: 0.000_001_481 });
});
