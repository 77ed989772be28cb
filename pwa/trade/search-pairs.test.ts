import { expect, test } from "vitest";
import { putForward } from "#pwa/parts/market-data/put-forward.ts";
import type { Ticker } from "#schemas/market-data.ts";
import { choicesOf, searchPairs } from "./search-pairs.ts";

const [GOLD, USDX] = ["GOLD", "USDX"].map((code) => `${code}-${"G".padEnd(56, "A")}`) as [string, string];

function ticker(base: string, quote: string, trades: number): Ticker {
  const none = { last: null, bid: null, ask: null, high: null, low: null, change: null };
  return { base, quote, ...none, baseVolume: "0.0000000", quoteVolume: "0.0000000", trades };
}

test("pairs stand in the operators' order, those that are not put forward after them and aside", () => {
  const tickers = [ticker("XLM", GOLD, 2), ticker("XLM", USDX, 1), ticker(GOLD, USDX, 9)];
  const forward = putForward([
    { base: USDX, quote: "XLM" },
    { base: GOLD, quote: "XLM" },
  ]);
  const choices = choicesOf(tickers, ["XLM", GOLD], forward);
  expect(choices.map(({ base, quote, isAside }) => [base, quote, isAside])).toEqual([
    ["XLM", USDX, false],
    ["XLM", GOLD, false],
    [GOLD, USDX, true],
  ]);
  expect(searchPairs(choices, "gold usdx")).toHaveLength(1);
});

test("where nothing is put forward, the busiest pair stands first; what is held besides can be chosen with XLM", () => {
  const tickers = [ticker("XLM", USDX, 1), ticker(GOLD, USDX, 9)];
  const held = `HELD-${"G".padEnd(56, "C")}`;
  const choices = choicesOf(tickers, ["XLM", held], putForward([]));
  expect(choices.map(({ base, quote, isAside }) => [base, quote, isAside])).toEqual([
    [GOLD, USDX, false],
    ["XLM", USDX, false],
    ["XLM", held, false],
  ]);
});
