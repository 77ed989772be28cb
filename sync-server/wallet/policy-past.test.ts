import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { OperatorPolicy } from "#schemas/security.ts";
import type { Spent } from "#server/platform/submissions/spending.ts";
import { openDaySums } from "./day-sums.ts";
import { openPast, type PastPayer } from "./policy-past.ts";
import { DAY_MS, sumsOf } from "./spent.ts";

const HOUR_MS = 60 * 60 * 1000;
const BEGUN = Date.UTC(2026, 10, 1);
const SEEN: PastPayer = { isKycVerified: true, credentialsChangedAt: null };
const XLM = { usd: { price: "0.25", at: new Date(BEGUN) }, xlm: null };

const policy = (fields: Partial<OperatorPolicy>) => v.parse(OperatorPolicy, { coolOffHours: 0, ...fields });
const usd = (dollars: number): Spent => ({ unit: "USD", amount: String(dollars * 10_000_000) });
const at = (hours: number) => new Date(BEGUN + hours * HOUR_MS);

/** The codes that each would have been refused with, in hours and dollars. */
function tried(fields: Partial<OperatorPolicy>, sent: readonly (readonly [number, number])[], payer = SEEN) {
  const judge = openPast(policy(fields), payer, XLM);
  return sent.map(([hour, dollars]) => {
    const { refusals, isHeld } = judge({ at: at(hour), isPayment: true, spent: [usd(dollars)] });
    return isHeld ? "held" : (refusals[0]?.code ?? "sent");
  });
}

test("what would have been refused counts in no day after, and a day is exactly 24 hours", () => {
  const sent = [
    [0, 60],
    [1, 60],
    [2, 40],
    [24, 60],
    [25, 1],
  ] as const;
  expect(tried({ dailyLimit: "100" }, sent)).toEqual([
    "sent",
    "daily-limit-exceeded",
    "sent",
    "sent",
    "daily-limit-exceeded",
  ]);
  expect(tried({ dailyLimit: null }, sent)).toEqual(["sent", "sent", "sent", "sent", "sent"]);
});

test("identity, the pause after new credentials and an operator's approval count as they do today", () => {
  const sent = [
    [0, 5],
    [2, 50],
    [30, 51],
  ] as const;
  const stranger = { isKycVerified: false, credentialsChangedAt: null };
  expect(tried({ isKycRequired: true }, sent, stranger)).toEqual(["kyc-required", "kyc-required", "kyc-required"]);
  expect(tried({ isKycRequired: true }, sent)).toEqual(["sent", "sent", "sent"]);
  const changed = { isKycVerified: true, credentialsChangedAt: at(1) };
  expect(tried({ coolOffHours: 24 }, sent, changed)).toEqual(["sent", "cool-off", "sent"]);
  expect(tried({ approveAbove: "50" }, sent)).toEqual(["sent", "sent", "held"]);
});

test("an exchange is refused for what it gives away, and not where that was too little to ask about", () => {
  const judge = openPast(policy({ dailyLimit: "10" }), SEEN, XLM);
  const exchange = (hour: number, spent: readonly Spent[]) => judge({ at: at(hour), isPayment: false, spent }).refusals;
  expect(exchange(0, [{ ...usd(11), isTolerated: true }])).toEqual([]);
  expect(exchange(1, [usd(1)])[0]?.code).toBe("daily-limit-exceeded");
  expect(exchange(2, [])).toEqual([]);
});

const spent = fc.oneof(
  fc.record({ unit: fc.constantFrom<"USD" | "XLM">("USD", "XLM"), amount: fc.bigInt(0n, 10n ** 15n).map(String) }),
  fc.record({
    unit: fc.constant("own" as const),
    asset: fc.constantFrom("A-G1", "B-G2"),
    amount: fc.nat().map(String),
  }),
);

test("a day that is followed is the sum that limits count", () => {
  const movements = fc.array(fc.tuple(fc.nat(20 * HOUR_MS), fc.array(spent, { maxLength: 3 })), { maxLength: 40 });
  fc.assert(
    fc.property(movements, (steps) => {
      const day = openDaySums(XLM);
      const all: { readonly at: number; readonly spent: readonly Spent[] }[] = [];
      let now = BEGUN;
      for (const [pause, parts] of steps) {
        now += pause;
        day.moveTo(new Date(now));
        const within = all.filter((one) => one.at > now - DAY_MS).flatMap((one) => one.spent);
        const sums = sumsOf(within, XLM);
        expect(day.of({ unit: "USD", amount: "0" })).toBe(sums.priced("USD"));
        expect(day.of({ unit: "XLM", amount: "0" })).toBe(sums.priced("XLM"));
        expect(day.of({ unit: "own", asset: "A-G1", amount: "0" })).toBe(sums.own({ assetCode: "A", issuer: "G1" }));
        day.add(new Date(now), parts);
        all.push({ at: now, spent: parts });
      }
    }),
  );
});
