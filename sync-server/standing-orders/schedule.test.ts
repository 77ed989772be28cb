import fc from "fast-check";
import { expect, test } from "vitest";
import type { StandingTerms } from "#schemas/standing-orders.ts";
import { sliceOf } from "./plan-run.ts";
import { isAheadOfPlan, nextRunAt, planOf } from "./schedule.ts";

const PAIR = { base: "XLM", quote: "USD-G", expiresAt: null };
const START = new Date("2027-03-01T00:00:00.000Z");

function twap(slices: number, intervalSeconds: number): StandingTerms {
  return { kind: "twap", ...PAIR, side: "buy", amount: "10", price: "1", slices, intervalSeconds };
}

function buy(fields: Partial<Extract<StandingTerms, { kind: "recurring" }>> = {}): StandingTerms {
  const rest = { spend: "5", times: null, highestPrice: null, slippage: 100, startsAt: null };
  return { kind: "recurring", ...PAIR, every: "day", ...rest, ...fields };
}

/** When the runs of an order begin that is looked at with these delays (ms), as often as there are any. */
function begin(terms: StandingTerms, delays: readonly number[], expiresAt: Date | null = null): Date[] {
  const { firstAt } = planOf(terms, expiresAt, START);
  const firstDate = terms.kind === "recurring" ? firstAt : null;
  const begun: Date[] = [];
  let nextAt = firstAt;
  for (const delay of delays) {
    if (nextAt === null) break;
    const now = new Date(nextAt.getTime() + delay);
    expect(isAheadOfPlan({ terms, firstDate, runsBegun: begun.length }, now)).toBe(false);
    nextAt = nextRunAt({ terms, firstDate, expiresAt, runsBegun: begun.length, nextAt }, now);
    begun.push(now);
  }
  expect(begun.length === delays.length || nextAt === null).toBe(true);
  return begun;
}

test("equal parts begin at their interval, never closer than that, and all of them do, whatever is slept through", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 20 }),
      fc.integer({ min: 30, max: 3600 }),
      fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 20, maxLength: 20 }),
      (slices, seconds, delays) => {
        const begun = begin(twap(slices, seconds), delays);
        expect(begun).toHaveLength(slices);
        for (const [at, date] of begun.entries()) {
          const former = begun[at - 1];
          const wasLate = (delays[at - 1] ?? 0) >= seconds * 1000;
          if (former && wasLate) expect(date.getTime() - former.getTime()).toBeGreaterThanOrEqual(seconds * 1000);
        }
      },
    ),
  );
});

test("parts add up to the whole, each as large as the others save the first", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 200n, max: 10n ** 17n }), fc.integer({ min: 2, max: 200 }), (stroops, slices) => {
      const amount = `${stroops / 10_000_000n}.${String(stroops % 10_000_000n).padStart(7, "0")}`;
      const parts = Array.from({ length: slices }, (_, at) => sliceOf({ amount, slices }, at + 1));
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(stroops);
      expect(new Set(parts.slice(1)).size).toBe(1);
      expect((parts[0] ?? 0n) - (parts[1] ?? 0n)).toBeLessThan(BigInt(slices));
    }),
  );
});

test("a recurring buy that is overdue begins once, and goes on with the next of its dates", () => {
  const days = 86_400_000;
  const begun = begin(buy({ times: 3 }), [0, 5.5 * days, 0]);
  expect(begun.map((date) => (date.getTime() - START.getTime()) / days)).toEqual([0, 6.5, 7]);
});

test("a recurring buy ends after so many dates, or with the last one before its end", () => {
  const end = new Date("2027-03-04T00:00:00.000Z");
  expect(
    begin(
      buy({ times: 2 }),
      Array.from({ length: 9 }, () => 0),
    ),
  ).toHaveLength(2);
  expect(
    begin(
      buy(),
      Array.from({ length: 9 }, () => 0),
      end,
    ),
  ).toHaveLength(4);
  expect(planOf(buy({ times: 2 }), end, START)).toMatchObject({
    runs: 2,
    lastAt: new Date("2027-03-02T00:00:00.000Z"),
  });
  expect(planOf(buy(), end, START)).toMatchObject({ runs: 4, lastAt: end });
  expect(planOf(buy(), null, START)).toMatchObject({ runs: null, firstAt: START, lastAt: null });
  expect(planOf(twap(4, 60), null, START)).toMatchObject({ runs: 4, lastAt: new Date("2027-03-01T00:03:00.000Z") });
});

const STOP: StandingTerms = { kind: "stop-limit", ...PAIR, side: "sell", amount: "10", triggerPrice: "1", price: "1" };

test.each([
  ["a stop order that ran", STOP, 1],
  ["equal parts after the last", twap(3, 60), 3],
  ["a buy whose date is to come", buy(), 1],
  ["a buy after its last time", buy({ times: 0 }), 0],
  ["less than none", buy(), -5],
  ["half a run", twap(3, 60), 0.5],
  ["more than there are dates", buy(), 1e9],
  ["no number", buy(), Number.NaN],
])("%s is ahead of its plan", (_what, terms, runsBegun) => {
  expect(isAheadOfPlan({ terms, firstDate: START, runsBegun }, START)).toBe(true);
});
