import { expect, test } from "vitest";
import { checklistOf } from "./checklist.ts";
import { totalOf } from "./total.ts";

const xlm = { uid: "XLM", id: 1, assetCode: "XLM", issuer: "", balance: "100.5", spendable: "99", asOfLedger: 9 };
const usdc = { ...xlm, uid: "USDC-G", assetCode: "USDC", issuer: "G", balance: "7", asOfLedger: 8 };

test("the total counts XLM and names what it cannot count", () => {
  expect(totalOf([xlm, usdc])).toEqual({ xlm: "100.5000000", uncounted: ["USDC"], asOfLedger: 8 });
  expect(totalOf([{ ...usdc, balance: "0" }])).toEqual({ xlm: "0.0000000", uncounted: [], asOfLedger: 8 });
  expect(totalOf([])).toEqual({ xlm: "0.0000000", uncounted: [], asOfLedger: null });
});

test("the checklist says what is done, and nothing before it is known", () => {
  const done = (facts: Parameters<typeof checklistOf>[0]) =>
    checklistOf(facts)
      .filter((item) => item.isDone)
      .map((item) => item.key);
  expect(done({ balances: [], contactCount: 0, settings: null })).toEqual([]);
  expect(done({ balances: [xlm], contactCount: 2, settings: null })).toEqual(["funded", "contact"]);
});
