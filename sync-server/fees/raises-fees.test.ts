import { expect, test } from "vitest";
import type { FeeRuleFields } from "#schemas/fees.ts";
import { raisesFees } from "./raises-fees.ts";

const RULE: FeeRuleFields = {
  operationType: "send",
  feeType: "percent",
  feeValue: "0.5",
  minFee: "0.1",
  maxFee: "10",
  assetCode: "XLM",
  active: true,
};

test.each<readonly [string, Partial<FeeRuleFields>, boolean]>([
  ["nothing", {}, false],
  ["less", { feeValue: "0.49" }, false],
  ["more", { feeValue: "0.500000000001" }, true],
  ["a higher least", { minFee: "0.2" }, true],
  ["no least", { minFee: null }, false],
  ["a higher most", { maxFee: "11" }, true],
  ["no most", { maxFee: null }, true],
  ["a lower most", { maxFee: "5" }, false],
  ["another kind", { feeType: "flat", feeValue: "0.1", minFee: null, maxFee: null }, true],
  ["another asset", { assetCode: "USD" }, true],
  ["off", { active: false }, false],
])("a change to %s", (_name, change, isRaised) => {
  expect(raisesFees(RULE, { ...RULE, ...change }, true)).toBe(isRaised);
});

test("a new rule raises what is paid unless it is switched off, as does switching one on", () => {
  expect(raisesFees(null, RULE, false)).toBe(true);
  expect(raisesFees({ ...RULE, active: false }, RULE, false)).toBe(true);
  expect(raisesFees(null, { ...RULE, active: false }, false)).toBe(false);
});

test("where an asset's own rule is switched off, the general one may be dearer", () => {
  const own = { ...RULE, assetCode: "USD" };
  expect(raisesFees(own, { ...own, active: false }, true)).toBe(true);
  expect(raisesFees(own, { ...own, active: false }, false)).toBe(false);
});
