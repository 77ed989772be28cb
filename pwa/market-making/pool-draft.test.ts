import { expect, test } from "vitest";
import { TERMS } from "./pool.fixture.ts";
import { draftOf, newDraft, readDraft, withUsualSizes } from "./pool-draft.ts";

test("what a pool has is read again as the same terms", () => {
  expect(readDraft(draftOf(TERMS)).terms).toEqual(TERMS);
  const fixed = { ...TERMS, reference: { kind: "fixed", targetPrice: "0.1" } } as const;
  expect(readDraft(draftOf(fixed)).terms).toEqual(fixed);
  const other = { ...TERMS, reference: { kind: "pair", base: "XLM", quote: "EURC-GE" } } as const;
  expect(readDraft(draftOf(other)).terms).toEqual(other);
});

test("a new draft asks for amounts, a reference and sizes, and for nothing else", () => {
  const { problems } = readDraft(newDraft("XLM", "USDC-G"));
  expect(Object.keys(problems ?? {}).toSorted()).toEqual([
    "baseAmount",
    "maxDailyLoss",
    "maxTradeSize",
    "minTradeSize",
    "referenceKind",
  ]);
});

test.each([
  ["an asset for itself", { quote: "XLM" }, "quote"],
  ["nothing put in", { baseAmount: "", quoteAmount: "0" }, "baseAmount"],
  ["more wallets than offers", { walletCount: "11" }, "walletCount"],
  ["a depth within half the spread", { spreadPercentage: "8" }, "depthPercentage"],
  ["a stop within the ladder", { priceMargin: "2" }, "priceMargin"],
  ["a largest offer below the smallest", { maxTradeSize: "5" }, "maxTradeSize"],
  ["a percentage of five places", { spreadPercentage: "1.00001" }, "spreadPercentage"],
  ["no price", { referenceKind: "fixed", targetPrice: "0" }, "targetPrice"],
  ["a pair of one asset", { referenceKind: "pair", pairBase: "XLM", pairQuote: "XLM" }, "pairQuote"],
] as const)("%s is told at its field", (_, change, field) => {
  expect(Object.keys(readDraft({ ...draftOf(TERMS), ...change }).problems ?? {})).toEqual([field]);
});

test("usual sizes fit what is put in, and stand only where nothing was typed", () => {
  const draft = { ...newDraft("XLM", "USDC-G"), baseAmount: "1000", quoteAmount: "100" };
  const usual = withUsualSizes(draft, 0.1);
  expect(usual).toMatchObject({ minTradeSize: "20", maxTradeSize: "400", maxDailyLoss: "10" });
  expect(withUsualSizes({ ...draft, minTradeSize: "3" }, 0.1).minTradeSize).toBe("3");
  expect(withUsualSizes(draft, null)).toBe(draft);
});
