import { expect, test } from "vitest";
import { areInEachOthersWay, comingAfter, ruleAt, type StoredFeeRule } from "./timeline.ts";

const NOON = new Date("2026-12-01T12:00:00.000Z");
const at = (ms: number) => new Date(NOON.getTime() + ms);
const NOW = at(-1000);

const RULE = {
  operationType: "swap",
  feeType: "percent",
  feeValue: "0.3",
  minFee: null,
  maxFee: null,
  assetCode: "XLM",
  active: true,
} as const;

function stored(fields: Partial<StoredFeeRule> = {}): StoredFeeRule {
  return { id: 1, ...RULE, lastUpdated: new Date(0), ...fields };
}

test("a change holds from its very millisecond on, and not before", () => {
  const rule = stored({ next: { from: NOON, rule: { ...RULE, feeValue: "0.5" } } });
  expect(ruleAt(rule, at(-1)).feeValue).toBe("0.3");
  expect(ruleAt(rule, at(0)).feeValue).toBe("0.5");
  expect(comingAfter(rule, at(-1))?.from).toEqual(NOON);
  expect(comingAfter(rule, at(0))).toBeNull();
  expect(ruleAt(stored(), at(0))).toEqual(RULE);
});

test("of two rules for the same, one may end where the other begins, and no sooner", () => {
  const ends = stored({ next: { from: NOON, rule: { ...RULE, active: false } } });
  const begins = (from: Date) => stored({ id: 2, active: false, next: { from, rule: { ...RULE, feeValue: "1" } } });
  expect(areInEachOthersWay(ends, begins(at(0)), NOW)).toBe(false);
  expect(areInEachOthersWay(ends, begins(at(-1)), NOW)).toBe(true);
  expect(areInEachOthersWay(begins(at(-1)), ends, NOW)).toBe(true);
  // What is over is in nobody's way.
  expect(areInEachOthersWay(ends, stored({ id: 2 }), at(1))).toBe(false);
});

test.each<readonly [string, Partial<StoredFeeRule>]>([
  ["another operation", { operationType: "send" }],
  ["another asset", { assetCode: "USDC" }],
  ["one that is off", { active: false }],
])("%s is in nobody's way", (_name, fields) => {
  expect(areInEachOthersWay(stored(), stored({ id: 2, ...fields }), NOW)).toBe(false);
  expect(areInEachOthersWay(stored(), stored({ id: 2 }), NOW)).toBe(true);
});
