import { describe, expect, test } from "vitest";
import { xlmFor } from "#schemas/deposit-amounts.ts";
import type { DepositSettings } from "#schemas/deposits.ts";
import { hasAged, whyTwoCredit, whyTwoSet } from "./rules.ts";

const SETTINGS: DepositSettings = {
  recipient: "$astrolabe",
  xlmRate: "10",
  secondAbove: "500",
  rateTolerance: "3",
  minAmount: null,
  maxAmount: null,
};
const UNIT = 10_000_000n;

describe("crediting", () => {
  test.each<readonly [string, string, string, string | null, bigint, boolean]>([
    ["a small one at the configured rate", "20", "10", null, 0n, false],
    ["one at the amount", "500", "10", null, 0n, false],
    ["one above the amount", "500.01", "10", null, 0n, true],
    ["a rate within the tolerance", "20", "10.3", null, 0n, false],
    ["a rate beyond it", "20", "10.31", null, 0n, true],
    ["a rate that favours the house", "20", "1", null, 0n, false],
    ["a large one at a rate that favours the house", "501", "1", null, 0n, true],
    ["a configured rate that the market has left behind", "20", "10", "0.11", 0n, true],
    ["another rate that is the market's", "20", "12", "0.083", 0n, false],
    ["what is worth more than the amount, by the market", "490", "10", "0.1025", 0n, true],
    ["a part of what one operator splits", "100", "10", null, 401n * UNIT, true],
    ["the last that one operator may in a day", "100", "10", null, 400n * UNIT, false],
    ["a dollar for 4,000 XLM", "1", "4000", null, 0n, true],
    ["a cent for 4,000 XLM", "0.01", "400000", "0.1", 0n, true],
  ])("%s", (_name, usd, rate, price, creditedInDay, isTwo) => {
    const credit = { usd, xlmCredited: xlmFor(usd, rate) };
    expect(whyTwoCredit(credit, { settings: SETTINGS, price, creditedInDay }) !== null).toBe(isTwo);
  });

  test("no amount asks for a second operator where none is set, and a rate still does", () => {
    const facts = { settings: { ...SETTINGS, secondAbove: null }, price: null, creditedInDay: 0n };
    expect(whyTwoCredit({ usd: "100000", xlmCredited: "1000000" }, facts)).toBe(null);
    expect(whyTwoCredit({ usd: "1", xlmCredited: "11" }, facts)).toContain("worth 1.1 USD, for 1 USD");
  });
});

test.each<readonly [string, Partial<DepositSettings> | null, string | null, boolean]>([
  ["off", null, null, false],
  ["the same", {}, null, false],
  ["another cashtag", { recipient: "$other" }, null, true],
  ["a higher amount", { secondAbove: "501" }, null, true],
  ["no amount", { secondAbove: null }, null, true],
  ["a lower amount", { secondAbove: "10" }, null, false],
  ["more tolerance", { rateTolerance: "3.01" }, null, true],
  ["less tolerance", { rateTolerance: "0" }, null, false],
  ["a better rate that nothing backs", { xlmRate: "10.01" }, null, true],
  ["a worse rate", { xlmRate: "9" }, null, false],
  ["a better rate that is the market's", { xlmRate: "12" }, "0.085", false],
  ["a better rate beyond the market's", { xlmRate: "12" }, "0.09", true],
  ["other bounds", { minAmount: "1", maxAmount: "100" }, null, false],
])("setting %s", (_name, change, price, isTwo) => {
  const to = change && { ...SETTINGS, ...change };
  expect(whyTwoSet(to, SETTINGS, price) !== null).toBe(isTwo);
});

test("whom people pay first is two operators' to say", () => {
  expect(whyTwoSet(SETTINGS, null, null)).toBe("People would pay $astrolabe.");
});

test("a proposal has aged when XLM are worth more by now, beyond the tolerance", () => {
  expect(hasAged("0.1", "0.103", SETTINGS)).toBe(false);
  expect(hasAged("0.1", "0.1031", SETTINGS)).toBe(true);
  expect(hasAged("0.1", "0.05", SETTINGS)).toBe(false);
  expect(hasAged(null, "0.1", SETTINGS)).toBe(false);
});
