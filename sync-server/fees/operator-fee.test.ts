import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount } from "#schemas/values/money.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { type FeeRule, operatorFee } from "./operator-fee.ts";

const UNIT = 10_000_000n;
const USD = { assetCode: "USD", issuer: "GISSUER" };
const FAKE = { assetCode: "USD", issuer: "GSOMEBODY" };

function rule(fields: Partial<FeeRule>): FeeRule {
  const bounds = { minFee: null, maxFee: null };
  const shape = { id: 1, operationType: "send", feeType: "percent", feeValue: "0.5", assetCode: "XLM" } as const;
  const issuer = fields.assetCode === undefined ? "" : "GISSUER";
  return { ...shape, ...bounds, issuer, active: true, ...fields };
}

test.each<readonly [string, readonly FeeRule[], typeof USD, bigint, bigint | null]>([
  ["no rule", [], NATIVE, UNIT, null],
  ["half a percent", [rule({})], NATIVE, 200n * UNIT, UNIT],
  ["less than a stroop", [rule({})], NATIVE, 100n, null],
  ["at least", [rule({ minFee: "2" })], NATIVE, UNIT, 2n * UNIT],
  ["at most", [rule({ maxFee: "2" })], NATIVE, 10_000n * UNIT, 2n * UNIT],
  ["bounds in another asset do not count", [rule({ maxFee: "2" })], USD, 10_000n * UNIT, 50n * UNIT],
  ["the asset's own rule first", [rule({}), rule({ assetCode: "USD", feeValue: "1" })], USD, 100n * UNIT, UNIT],
  ["a rule for another asset alone", [rule({ assetCode: "EUR" })], USD, 100n * UNIT, null],
  ["another issuer's asset of the same code", [rule({ assetCode: "USD" })], FAKE, 100n * UNIT, null],
  ["nor its bounds", [rule({}), rule({ assetCode: "USD", maxFee: "1" })], FAKE, 1000n * UNIT, 5n * UNIT],
  ["nor what somebody calls XLM", [rule({ maxFee: "1" })], { ...FAKE, assetCode: "XLM" }, 1000n * UNIT, 5n * UNIT],
  ["nothing below zero", [rule({ feeValue: "-1" })], NATIVE, 100n * UNIT, null],
  ["a flat fee", [rule({ feeType: "flat", feeValue: "0.25" })], NATIVE, UNIT, UNIT / 4n],
  ["a flat fee that is no amount", [rule({ feeType: "flat", feeValue: "0.00000001" })], NATIVE, UNIT, null],
])("%s", (_name, rules, asset, amount, expected) => {
  expect(operatorFee(rules, asset, amount)?.amount ?? null).toBe(expected);
});

test("a flat fee in XLM stays in XLM whatever moves", () => {
  expect(operatorFee([rule({ feeType: "flat", feeValue: "1" })], USD, UNIT)).toEqual({ asset: NATIVE, amount: UNIT });
});

test("a fee grows with the amount, never exceeds it below 100 percent, and keeps to its bounds", () => {
  const amounts = fc.bigInt(1n, 10n ** 17n);
  fc.assert(
    fc.property(amounts, amounts, fc.bigInt(1n, 10n ** 12n), fc.nat(9999), (one, other, most, hundredths) => {
      const percent = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}`;
      const fee = (amount: bigint) =>
        operatorFee([rule({ feeValue: percent, maxFee: formatAmount(most) })], NATIVE, amount)?.amount ?? 0n;
      const [low, high] = one < other ? [one, other] : [other, one];
      expect(fee(low) <= fee(high)).toBe(true);
      expect(fee(high) <= most && fee(high) < high).toBe(true);
    }),
  );
});
