import { expect, test } from "vitest";
import { isNewAccount, type NewAccountFacts, newUntilOf } from "./new-account.ts";

const born = new Date("2026-05-01T10:00:00Z");
const after = (minutes: number) => new Date(born.getTime() + minutes * 60_000);
const fresh: NewAccountFacts = {
  now: after(5),
  security: { newUntil: newUntilOf({ createdAt: born }) },
  sessionStartedAt: born,
  hasMoved: false,
  hasPasskey: false,
};

test("whoever registered a moment ago is still setting up", () => {
  expect(isNewAccount(fresh)).toBe(true);
  expect(isNewAccount({ ...fresh, now: after(59) })).toBe(true);
});

test.each<[string, Partial<NewAccountFacts>]>([
  ["its first hour is over", { now: after(60) }],
  ["it is from before that was noted", { security: {} }],
  ["the session began by a sign-in", { sessionStartedAt: after(2) }],
  ["nobody knows when the session began", { sessionStartedAt: null }],
  ["money came or went", { hasMoved: true }],
  ["it has a passkey already", { hasPasskey: true }],
  ["credentials were changed", { security: { ...fresh.security, credentialsChangedAt: after(1) } }],
  ["it is frozen", { security: { ...fresh.security, isFrozen: true } }],
])("it is new no more once %s", (_what, facts) => {
  expect(isNewAccount({ ...fresh, ...facts })).toBe(false);
});
