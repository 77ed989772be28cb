import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_LEVELS } from "./affiliate.ts";
import { coverOf, feeRewards, firstRewards, isWithinCap, type RewardTerms } from "./affiliate-reckoning.ts";
import { percentOf } from "./values/accrual.ts";
import { formatAmount } from "./values/money.ts";

const shares = fc
  .array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: MAX_LEVELS })
  .map((ppms): RewardTerms => ({ rewardType: "percent", levels: ppms.map(percentOf) }))
  .filter(isWithinCap);
const flat = fc
  .array(fc.bigInt({ min: 1n, max: 10_000_000_000n }), { minLength: 1, maxLength: MAX_LEVELS })
  .map((amounts): RewardTerms => ({ rewardType: "flat", levels: amounts.map(formatAmount) }));
/** People who all are one: each but the first was brought by one of those before. */
const ring = fc
  .array(fc.record({ by: fc.nat(), fees: fc.array(fc.bigInt({ min: 0n, max: 10_000_000_000n }), { maxLength: 8 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((people) => people.map(({ by, fees }, index) => ({ by: index === 0 ? null : by % index, fees })));

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

/** Those above somebody, the nearest first. */
function above(people: readonly { readonly by: number | null }[], index: number): number[] {
  const by = people[index]?.by ?? null;
  return by === null ? [] : [by, ...above(people, by)];
}

test("a ring that deals with itself earns at most half of the fees that it pays", () => {
  fc.assert(
    fc.property(ring, fc.oneof(shares, flat), (people, terms) => {
      const paid = sum(people.flatMap(({ fees }) => fees));
      const earned = people.flatMap(({ fees }, index) => {
        const levels = above(people, index).length;
        const first = firstRewards(terms);
        const isCovered = sum(fees) >= coverOf(sum(first));
        const own = fees.flatMap((fee) => feeRewards(terms, fee).slice(0, levels));
        return [...own, ...(isCovered ? first.slice(0, levels) : [])];
      });
      expect(2n * sum(earned)).toBeLessThanOrEqual(paid);
    }),
  );
});

test("a share of many fees is never more than that of their sum, nor less by more than a unit each", () => {
  fc.assert(
    fc.property(shares, fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { maxLength: 30 }), (terms, fees) => {
      const [whole = 0n] = feeRewards(terms, sum(fees));
      const parts = sum(fees.map((fee) => feeRewards(terms, fee)[0] ?? 0n));
      expect(parts).toBeLessThanOrEqual(whole);
      expect(parts + BigInt(fees.length)).toBeGreaterThanOrEqual(whole);
    }),
  );
});

test("levels that come to more than half are no terms", () => {
  expect(isWithinCap({ rewardType: "percent", levels: ["30", "20"] })).toBe(true);
  expect(isWithinCap({ rewardType: "percent", levels: ["30", "20.0001"] })).toBe(false);
  expect(isWithinCap({ rewardType: "percent", levels: ["30", "much"] })).toBe(false);
  expect(coverOf(5_000_001n)).toBe(10_000_002n);
});
