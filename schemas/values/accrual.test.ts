import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Accrual, accruedAt, earned, MILLION, percentOf, ppmOf, secondsOf, YEAR_SECONDS } from "./accrual.ts";

const START = 1_700_000_000;
const YEAR = Number(YEAR_SECONDS);
const UNIT = 10_000_000n;

const times = fc.integer({ min: 0, max: 6 * YEAR });
const amounts = fc.bigInt({ min: 1n, max: 10n ** 18n });
const ppms = fc.bigInt({ min: 0n, max: MILLION });

/** A stake of which parts were taken out, at rates that changed, with or without an end. */
const accruals = fc
  .record({
    amount: amounts,
    takenOut: fc.array(fc.tuple(times, fc.integer({ min: 0, max: 100 })), { maxLength: 4 }),
    rates: fc.array(fc.tuple(times, ppms), { minLength: 1, maxLength: 4 }),
    until: fc.option(times, { nil: null }),
  })
  .map(({ amount, takenOut, rates, until }): Accrual => {
    const inOrder = takenOut.toSorted(([one], [other]) => one - other);
    let left = amount;
    return {
      principals: [
        { from: START, amount },
        ...inOrder.map(([after, percent]) => {
          left -= (left * BigInt(percent)) / 100n;
          return { from: START + after, amount: left };
        }),
      ],
      rates: rates.toSorted(([one], [other]) => one - other).map(([after, ppm]) => ({ from: START + after, ppm })),
      until: until === null ? null : START + until,
    };
  });

/** Exactly what is due, as a numerator over a year of millionths: second by second, without any rounding. */
function exactly({ principals, rates, until }: Accrual, at: number): { due: bigint; segments: number } {
  const end = until === null ? at : Math.min(at, until);
  const points = [...new Set([START, end, ...[...principals, ...rates].map(({ from }) => from)])]
    .filter((point) => point >= START && point <= end)
    .toSorted((one, other) => one - other);
  let due = 0n;
  for (const [index, from] of points.slice(0, -1).entries()) {
    const amount = principals.findLast((each) => each.from <= from)?.amount ?? 0n;
    const ppm = (rates.findLast((each) => each.from <= from) ?? rates[0])?.ppm ?? 0n;
    due += amount * ppm * BigInt((points[index + 1] ?? end) - from);
  }
  return { due, segments: points.length - 1 };
}

describe("what a stake earns", () => {
  test("a year of ten percent is a tenth, to the stroop, and a leap year's last day is a day more", () => {
    const stake = {
      principals: [{ from: START, amount: 100n * UNIT }],
      rates: [{ from: 0, ppm: 100_000n }],
      until: null,
    };
    expect(accruedAt(stake, START + YEAR)).toBe(10n * UNIT);
    expect(accruedAt(stake, START + YEAR + 86_400)).toBe(
      10n * UNIT + earned(100n * UNIT, 100_000n, YEAR + 86_400) - 10n * UNIT,
    );
    expect(accruedAt(stake, START)).toBe(0n);
    expect(accruedAt(stake, START - 5)).toBe(0n);
  });

  test("a minute before midnight earns a minute", () => {
    const midnight = Date.UTC(2026, 10, 28) / 1000;
    const principals = [{ from: midnight - 60, amount: 1_000_000n * UNIT }];
    const stake = { principals, rates: [{ from: 0, ppm: 50_000n }], until: null };
    expect(accruedAt(stake, midnight)).toBe((1_000_000n * UNIT * 50_000n * 60n) / (YEAR_SECONDS * MILLION));
  });

  test("what is earned is additive over any cut of time", () => {
    fc.assert(
      fc.property(accruals, fc.array(times, { minLength: 1, maxLength: 30 }), (stake, cuts) => {
        const inOrder = cuts.map((after) => START + after).toSorted((one, other) => one - other);
        let before = START;
        let sum = 0n;
        for (const at of inOrder) {
          const part = accruedAt(stake, at) - accruedAt(stake, before);
          expect(part).toBeGreaterThanOrEqual(0n);
          sum += part;
          before = at;
        }
        expect(sum).toBe(accruedAt(stake, before));
      }),
    );
  });

  test("it is never more than what is due, and never less by a stroop for each segment", () => {
    fc.assert(
      fc.property(accruals, times, (stake, after) => {
        const { due, segments } = exactly(stake, START + after);
        const got = accruedAt(stake, START + after) * YEAR_SECONDS * MILLION;
        expect(got).toBeLessThanOrEqual(due);
        expect(due - got).toBeLessThan(BigInt(Math.max(segments, 1)) * YEAR_SECONDS * MILLION);
      }),
    );
  });

  test("nothing is earned after its end, and what is to come changes nothing that was", () => {
    fc.assert(
      fc.property(accruals, times, times, ppms, (stake, after, more, ppm) => {
        const at = START + after;
        if (stake.until !== null && at >= stake.until) expect(accruedAt(stake, at + more)).toBe(accruedAt(stake, at));
        const last = Math.max(at, ...stake.rates.map(({ from }) => from));
        const raised = { ...stake, rates: [...stake.rates, { from: last, ppm }] };
        expect(accruedAt(raised, at)).toBe(accruedAt(stake, at));
      }),
    );
  });
});

test.each([
  ["5", 50_000],
  ["5.5", 55_000],
  ["0.0001", 1],
  ["100", 1_000_000],
  ["7.2500", 72_500],
])("%s percent is %d millionths", (percent, ppm) => {
  expect(ppmOf(percent)).toBe(ppm);
  expect(ppmOf(percentOf(ppm))).toBe(ppm);
});

test.each(["-1", "5.00001", "1e2", "", "five", "1000.5.5"])("%s is no rate", (percent) => {
  expect(ppmOf(percent)).toBeNull();
});

test("milliseconds are no part of a second", () => {
  expect(secondsOf("2026-11-27T00:00:59.999Z")).toBe(Date.UTC(2026, 10, 27) / 1000 + 59);
});
