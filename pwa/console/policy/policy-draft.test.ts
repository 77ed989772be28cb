import * as v from "valibot";
import { expect, test } from "vitest";
import { OperatorPolicy } from "#schemas/security.ts";
import { draftOf, policyOf } from "./policy-draft.ts";

const POLICY = v.parse(OperatorPolicy, { approveAbove: "500.0000000", coolOffHours: 0 });

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
