import * as v from "valibot";
import { expect, test } from "vitest";
import { OperatorPolicy } from "#schemas/security.ts";
import { compared, type Protections, protectionsOf, waitHoursOf } from "./protections.ts";

const NOW = new Date("2026-05-01T12:00:00Z");
const BASE: Protections = {
  transactionLimit: "100",
  dailyLimit: "500",
  requirePasswordForSend: true,
  isAllowListOn: true,
  allowListHoldHours: 24,
};

function judged(wish: Partial<Protections>, now: Protections = BASE) {
  return compared(now, { ...now, ...wish }).flatMap(({ kind, is }) => (is === "same" ? [] : [[kind, is]]));
}

test.each([
  [{ transactionLimit: "100.0000001" }, [["transaction-limit-up", "weaker"]]],
  [{ transactionLimit: "100.0" }, []],
  [{ transactionLimit: "9" }, [["transaction-limit-up", "stronger"]]],
  [{ dailyLimit: null }, [["daily-limit-up", "weaker"]]],
  [{ dailyLimit: "499" }, [["daily-limit-up", "stronger"]]],
  [{ requirePasswordForSend: false }, [["send-password-off", "weaker"]]],
  [{ isAllowListOn: false }, [["allow-list-off", "weaker"]]],
  [{ allowListHoldHours: 23 }, [["allow-list-hold-down", "weaker"]]],
  [{ allowListHoldHours: 25 }, [["allow-list-hold-down", "stronger"]]],
])("%j is judged", (wish, verdict) => {
  expect(judged(wish)).toEqual(verdict);
});

test("a limit where there was none is stronger, and nobody's hold on a list that is off protects anything", () => {
  expect(judged({ dailyLimit: "1" }, { ...BASE, dailyLimit: null })).toEqual([["daily-limit-up", "stronger"]]);
  expect(judged({ allowListHoldHours: 0 }, { ...BASE, isAllowListOn: false })).toEqual([
    ["allow-list-hold-down", "stronger"],
  ]);
});

test("what is due counts at its instant, written or not; what is not does not", () => {
  const waiting = [
    { kind: "transaction-limit-up", from: "100", to: "900", askedAt: NOW, takesEffectAt: NOW },
    { kind: "daily-limit-up", from: "500", to: "", askedAt: NOW, takesEffectAt: NOW },
    { kind: "send-password-off", from: "", to: "", askedAt: NOW, takesEffectAt: new Date(NOW.getTime() + 1) },
    { kind: "two-factor-off", from: "", to: "", askedAt: NOW, takesEffectAt: NOW },
  ] as const;
  const security = { _id: 1, ...BASE, waiting };
  const due = { ...BASE, transactionLimit: "900", dailyLimit: null };
  expect(protectionsOf(security, NOW)).toEqual(due);
  expect(protectionsOf(security, new Date(NOW.getTime() - 1))).toEqual(BASE);
});

test("the wait is the longer of the operators' and of the hold of a list that is on", () => {
  const policy = v.parse(OperatorPolicy, { coolOffHours: 0, dailyLimit: null });
  const hours = (fields: Partial<Protections>, steadyHold?: { hours: number; until: Date }, weakeningHours = 24) =>
    waitHoursOf({ ...BASE, ...fields }, { ...policy, weakeningHours }, steadyHold ? { steadyHold } : {}, NOW);
  expect(hours({ allowListHoldHours: 72 })).toBe(72);
  expect(hours({ allowListHoldHours: 1 })).toBe(24);
  expect(hours({ allowListHoldHours: 72, isAllowListOn: false })).toBe(24);
  expect(hours({ isAllowListOn: false }, undefined, 0)).toBe(0);
  // Lengthened lately, it counts as it was; a day later as it is.
  expect(hours({ allowListHoldHours: 720 }, { hours: 48, until: new Date(NOW.getTime() + 1) })).toBe(48);
  expect(hours({ allowListHoldHours: 720 }, { hours: 48, until: NOW })).toBe(720);
});
