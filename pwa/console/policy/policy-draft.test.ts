import * as v from "valibot";
import { expect, test } from "vitest";
import { OperatorPolicy } from "#schemas/security.ts";
import { draftOf, policyOf } from "./policy-draft.ts";

const POLICY = v.parse(OperatorPolicy, { approveAbove: "500.0000000", identitySecondAbove: "20.5", coolOffHours: 0 });

test("a policy comes out of the form as it went in", () => {
  const read = v.parse(OperatorPolicy, policyOf(draftOf(POLICY)));
  expect(read).toEqual({ ...POLICY, approveAbove: "500" });
});

test("an empty amount is no bound; an empty wait is a mistake, not none", () => {
  const draft = draftOf(POLICY);
  expect(v.parse(OperatorPolicy, policyOf({ ...draft, dailyLimit: " " })).dailyLimit).toBeNull();
  for (const text of ["", "-1", "1.5", "x"])
    expect(v.safeParse(OperatorPolicy, policyOf({ ...draft, weakeningHours: text })).success, text).toBe(false);
});

test("levels come out as they went in, and a date to the minute; a level without its amount is a mistake", () => {
  const kycLevels = { withdraw: { kind: "above", perDay: "1500.0000000" }, send: { kind: "none" } };
  const policy = v.parse(OperatorPolicy, { isKycRequired: true, kycLevels, kycFrom: "2026-12-01T10:30:00.000Z" });
  const draft = draftOf(policy);
  const { withdraw, ...levels } = policy.kycLevels;
  expect(v.parse(OperatorPolicy, policyOf(draft))).toEqual({
    ...policy,
    kycLevels: { ...levels, withdraw: { ...withdraw, perDay: "1500" } },
  });
  const empty = { ...draft, levels: { ...draft.levels, withdraw: { kind: "above", perDay: " " } as const } };
  expect(v.safeParse(OperatorPolicy, policyOf(empty)).success).toBe(false);
  expect(v.safeParse(OperatorPolicy, policyOf({ ...draft, kycFrom: "" })).success).toBe(false);
});
