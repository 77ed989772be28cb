import { expect, test } from "vitest";
import { ISSUER } from "#pwa/parts/market-data/market.fixture.ts";
import { MAX_TABS, tabBeside, withoutTab, withTab } from "./tabs.ts";

const pairOf = (code: string) => ({ base: "XLM", quote: `${code}-${ISSUER}` });
const [A, B, C] = ["A", "B", "C"].map(pairOf);
if (!A || !B || !C) throw new Error("There are three pairs");

test("a pair has one tab, and a new one comes last", () => {
  const tabs = withTab(withTab([A], B), { ...A });
  expect(tabs).toEqual([A, B]);
  expect(withTab(tabs, { base: A.quote, quote: A.base })).toHaveLength(3);
});

test("there are so many tabs and no more", () => {
  const codes = Array.from({ length: MAX_TABS + 2 }, (_, index) => `X${index}`);
  const tabs = codes.map(pairOf).reduce(withTab, [A]);
  expect(tabs.map(({ quote }) => quote.split("-")[0])).toEqual(codes.slice(2));
});

test("the next tab comes round to the first, and there is none beside the only one", () => {
  expect(tabBeside([A, B, C], C, 1)).toEqual(A);
  expect(tabBeside([A, B, C], A, -1)).toEqual(C);
  expect(tabBeside([A], A, 1)).toBe(null);
  expect(tabBeside([], A, 1)).toBe(null);
  expect(withoutTab([A, B, C], { ...B })).toEqual([A, C]);
});
