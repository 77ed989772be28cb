import * as v from "valibot";
import { expect, test } from "vitest";
import { IDENTITY_OPERATIONS, OperatorPolicy } from "#schemas/security.ts";
import { identityLevelAt } from "./identity-level.ts";
import { weakensPolicy } from "./operator-policy.ts";

const NOW = new Date("2026-05-01T12:00:00Z");
const LATER = "2026-06-01T12:00:00.000Z";
const ALWAYS = { kind: "always" } as const;
const NONE = { kind: "none" } as const;
const above = (perDay: string) => ({ kind: "above", perDay }) as const;
const policy = (fields: object) => v.parse(OperatorPolicy, fields);
const withdraw = (level: object, rest: object = {}) =>
  policy({ isKycRequired: true, kycLevels: { withdraw: level }, ...rest });

test("a policy from before there were levels asks for identity as it did then: for whatever leaves, always and at once", () => {
  for (const operation of IDENTITY_OPERATIONS) {
    expect(identityLevelAt(policy({ isKycRequired: true }), operation, NOW)).toEqual(ALWAYS);
    expect(identityLevelAt(policy({}), operation, NOW)).toEqual(NONE);
  }
});

test("identity is asked for from its date on", () => {
  const from = withdraw(ALWAYS, { kycFrom: LATER });
  expect(identityLevelAt(from, "withdraw", new Date(Date.parse(LATER) - 1))).toEqual(NONE);
  expect(identityLevelAt(from, "withdraw", new Date(LATER))).toEqual(ALWAYS);
});

test.each([
  ["another level to none", withdraw(above("5")), withdraw(NONE), true],
  ["always to above", withdraw(ALWAYS), withdraw(above("0")), true],
  ["above to a higher amount", withdraw(above("5")), withdraw(above("5.0000001")), true],
  ["above to the same", withdraw(above("5")), withdraw(above("5.0")), false],
  ["above to a lower amount", withdraw(above("5")), withdraw(above("4")), false],
  ["above to always", withdraw(above("5")), withdraw(ALWAYS), false],
  ["none to above", withdraw(NONE), withdraw(above("900000000")), false],
  ["switched off", withdraw(ALWAYS), policy({ isKycRequired: false }), true],
  ["switched on at any level", policy({}), withdraw(NONE), false],
  ["levels while it is off", policy({}), policy({ kycLevels: { withdraw: NONE } }), false],
  ["a later date", withdraw(ALWAYS), withdraw(ALWAYS, { kycFrom: LATER }), true],
  ["an earlier date", withdraw(ALWAYS, { kycFrom: LATER }), withdraw(ALWAYS), false],
])("%s asks less: %s", (_name, from, to, isWeaker) => {
  expect(weakensPolicy(from, to)).toBe(isWeaker);
});
