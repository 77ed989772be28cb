import { expect, test } from "vitest";
import { PERMISSION_OF_PROPOSAL } from "./approvals.ts";
import { givesMore, mayDo, MONEYLESS, PERMISSIONS, ROLES } from "./operators.ts";

test("supers may all, auditors read all and change nothing, and nobody's roles may nothing", () => {
  for (const permission of PERMISSIONS) {
    expect(mayDo(["super"], permission), permission).toBe(true);
    expect(mayDo(["auditor"], permission), permission).toBe(permission.endsWith(".read"));
    expect(mayDo([], permission), permission).toBe(false);
  }
});

test("what moves money, opens secrets or makes operators is not everybody's", () => {
  const holders = (permission: (typeof PERMISSIONS)[number]) => ROLES.filter((role) => mayDo([role], permission));
  expect(holders("deposits.decide")).toEqual(["super", "finance"]);
  expect(holders("payments.decide")).toEqual(["super", "finance"]);
  expect(holders("books.decide")).toEqual(["super", "finance"]);
  expect(holders("users.rotate-key")).toEqual(["super"]);
  expect(holders("users.reset-factor")).toEqual(["super", "support"]);
  expect(holders("operators.set")).toEqual(["super"]);
  expect(holders("four-eyes.set")).toEqual(["super"]);
});

test("every role may do something, and may all that several roles may each", () => {
  for (const role of ROLES)
    expect(
      PERMISSIONS.some((permission) => mayDo([role], permission)),
      role,
    ).toBe(true);
  for (const permission of PERMISSIONS)
    expect(mayDo(["editor", "finance"], permission)).toBe(
      mayDo(["editor"], permission) || mayDo(["finance"], permission),
    );
});

test("more is given by any permission that was not there before", () => {
  expect(givesMore([], ["auditor"])).toBe(true);
  expect(givesMore(["finance"], ["finance", "auditor"])).toBe(true);
  expect(givesMore(["super"], ["finance", "auditor"])).toBe(false);
  expect(givesMore(["finance", "auditor"], ["finance"])).toBe(false);
  expect(givesMore(["finance"], ["super"])).toBe(true);
});

test("what may be done to many at once is nothing that moves money, opens an account or changes a rule", () => {
  const grave = [
    ...Object.values(PERMISSION_OF_PROPOSAL),
    ...PERMISSIONS.filter((permission) =>
      /^(?:deposits|payments|books|fees|policy|operators|four-eyes|listings)\./.test(permission),
    ),
    ...PERMISSIONS.filter((permission) => /\.(?:set|decide|freeze|reset-factor|rotate-key)$/.test(permission)),
  ];
  expect(MONEYLESS.filter((permission) => grave.includes(permission))).toEqual([]);
});
