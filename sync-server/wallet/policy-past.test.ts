import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { type IdentityLevel, OperatorPolicy } from "#schemas/security.ts";
import { formatAmount } from "#schemas/values/money.ts";
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
    const worths = [usd(dollars)];
    const turnover = { operation: "withdraw", worths } as const;
    const { refusals, isHeld } = judge({ at: at(hour), isPayment: true, spent: worths, turnover });
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
  const exchange = (hour: number, spent: readonly Spent[]) =>
    judge({ at: at(hour), isPayment: false, spent, turnover: { operation: "trade", worths: spent } }).refusals;
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

const level = (withdraw: IdentityLevel) => ({
  isKycRequired: true,
  kycLevels: { send: { kind: "none" }, swap: { kind: "none" }, trade: { kind: "none" }, withdraw } as const,
});
const STRANGER: PastPayer = { isKycVerified: false, credentialsChangedAt: null };

test("a level lets out so much in a day, of its own operation alone, and the day on which it begins is not waited for", () => {
  const above = level({ kind: "above", perDay: "100" });
  const sent = [
    [0, 60],
    [1, 60],
    [2, 40],
    [24, 60],
  ] as const;
  expect(tried(above, sent, STRANGER)).toEqual(["sent", "kyc-required-above", "sent", "sent"]);
  expect(tried({ ...above, kycFrom: at(1000).toISOString() }, sent, STRANGER)[1]).toBe("kyc-required-above");
  expect(tried(above, sent)).toEqual(["sent", "sent", "sent", "sent"]);
  const judge = openPast(policy(above), STRANGER, XLM);
  const movement = {
    at: at(0),
    isPayment: false,
    spent: [],
    turnover: { operation: "swap", worths: [usd(900)] },
  } as const;
  expect(judge(movement).refusals).toEqual([]);
});

test("however a day's payments are split, no more goes out unverified than the level's amount", () => {
  const amounts = fc.array(fc.tuple(fc.nat(10 * HOUR_MS), fc.bigInt(1n, 50_0000000n), fc.constantFrom("USD", "XLM")), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(amounts, fc.bigInt(1n, 100_0000000n), (split, most) => {
      const judge = openPast(policy(level({ kind: "above", perDay: formatAmount(most) })), STRANGER, XLM);
      const out: { readonly at: number; readonly worth: Spent }[] = [];
      let now = BEGUN;
      for (const [pause, amount, unit] of split) {
        now += pause;
        const worth: Spent = { unit: unit === "USD" ? "USD" : "XLM", amount: String(amount) };
        const turnover = { operation: "withdraw", worths: [worth] } as const;
        const { refusals } = judge({ at: new Date(now), isPayment: true, spent: [worth], turnover });
        if (refusals.length === 0) out.push({ at: now, worth });
        const within = out.filter((one) => one.at > now - DAY_MS).map((one) => one.worth);
        const inUnit = worth.unit === "USD" ? sumsOf(within, XLM).priced("USD") : sumsOf(within, XLM).priced("XLM");
        // What went out last is counted in its own unit: nothing was let go beyond what that says.
        if (refusals.length === 0) expect(inUnit <= most).toBe(true);
      }
    }),
  );
});
