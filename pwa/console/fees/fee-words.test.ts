import { expect, test } from "vitest";
import type { FeeRuleFields } from "#schemas/fees.ts";
import { costOf, previewWords } from "./fee-words.ts";
import { draftOf, ruleOf, timeOf } from "./fee-draft.ts";

const RULE: FeeRuleFields = {
  operationType: "swap",
  feeType: "percent",
  feeValue: "0.3",
  minFee: null,
  maxFee: null,
  assetCode: "XLM",
  active: true,
};

test("a change is told as somebody pays it", () => {
  const change = { former: RULE, rule: { ...RULE, feeValue: "0.5" } };
  expect(previewWords(change, "100")).toBe("A swap of 100 XLM costs 0.3 XLM, then 0.5 XLM.");
  const off = { former: RULE, rule: { ...RULE, active: false } };
  expect(previewWords(off, "100")).toBe("A swap of 100 XLM costs 0.3 XLM, then 0 XLM.");
  expect(previewWords({ former: null, rule: RULE }, "100")).toBe("A swap of 100 XLM costs 0 XLM, then 0.3 XLM.");
});

test("a change to come is told with its time, and no time past is one", () => {
  const effectiveAt = new Date(2026, 11, 1, 12).toISOString();
  const change = { former: RULE, rule: { ...RULE, feeValue: "0.5" }, effectiveAt };
  expect(previewWords(change, "100")).toMatch(
    /^A swap of 100 XLM costs 0.3 XLM, and 0.5 XLM from Dec 1, 2026, 12:00 PM on\.$/,
  );
  const draft = { ...draftOf(RULE), isLater: true, from: "2026-12-01T12:00" };
  expect(timeOf(draft, Date.parse(effectiveAt) - 1)).toEqual({ effectiveAt });
  expect(timeOf(draft, Date.parse(effectiveAt))).toBeNull();
  expect(timeOf({ ...draft, from: "" }, 0)).toBeNull();
  expect(timeOf({ ...draft, isLater: false }, 0)).toEqual({});
});

test("bounds count, and a flat fee is the same for every amount", () => {
  const bound = { ...RULE, minFee: "0.5", maxFee: "2" };
  expect(["1", "300", "100000"].map((amount) => costOf(bound, amount))).toEqual([5_000_000n, 9_000_000n, 20_000_000n]);
  const flat: FeeRuleFields = { ...RULE, feeType: "flat", feeValue: "1.5" };
  expect([costOf(flat, "1"), costOf(flat, "1000"), costOf({ ...flat, active: false }, "1")]).toEqual([
    15_000_000n,
    15_000_000n,
    0n,
  ]);
});

test("a rule comes out of the form as it went in, and a flat fee without bounds", () => {
  const rule = { ...RULE, minFee: "0.5000000" };
  expect(ruleOf(draftOf(rule))).toEqual({ ...rule, minFee: "0.5" });
  expect(ruleOf({ ...draftOf(rule), feeType: "flat" })).toMatchObject({ feeType: "flat", minFee: null, maxFee: null });
});
