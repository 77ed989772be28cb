import fc from "fast-check";
import { expect, test } from "vitest";
import { timeTicks, valueTicks } from "./axis-ticks.ts";

const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });

test("values on an axis are round, evenly spaced, within it, and about as many as wanted", () => {
  expect(valueTicks(0.05, 0.41, 4)).toEqual([0.1, 0.2, 0.3, 0.4]);
  expect(valueTicks(980, 1_020, 4)).toEqual([980, 990, 1000, 1010, 1020]);
  expect(valueTicks(5, 5, 4)).toEqual([]);
  fc.assert(
    fc.property(
      value,
      fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
      fc.integer({ min: 2, max: 8 }),
      (low, span, wanted) => {
        const ticks = valueTicks(low, low + span, wanted);
        const slack = Math.abs(low) * 1e-9 + span * 1e-9;
        expect(ticks.length).toBeLessThanOrEqual(wanted + 1);
        if (span > Math.abs(low) * 1e-6) expect(ticks.length).toBeGreaterThanOrEqual(1);
        for (const tick of ticks) expect(tick).toBeGreaterThanOrEqual(low - slack);
        for (const tick of ticks) expect(tick).toBeLessThanOrEqual(low + span + slack);
      },
    ),
  );
});

test("times on an axis are round ones of the wall's clock, in order and not too many", () => {
  const day = new Date(2026, 4, 10).getTime();
  const texts = (fromMs: number, untilMs: number) => timeTicks(fromMs, untilMs, 5).map(({ text }) => text);
  expect(texts(day, day + 20 * 3_600_000)).toEqual(["May 10", "06:00", "12:00", "18:00"]);
  expect(texts(new Date(2026, 3, 28).getTime(), day)).toEqual(["Apr 28", "May 2", "May 6", "May 10"]);
  expect(texts(new Date(2025, 10, 3).getTime(), day)).toEqual(["2026", "Mar", "May"]);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2e12 }),
      fc.integer({ min: 1, max: 4e11 }),
      fc.integer({ min: 1, max: 8 }),
      (fromMs, spanMs, most) => {
        const ticks = timeTicks(fromMs, fromMs + spanMs, most);
        expect(ticks.length).toBeLessThanOrEqual(most + 2);
        ticks.forEach(({ atMs }, index) => {
          expect(atMs).toBeGreaterThanOrEqual(index === 0 ? fromMs : (ticks[index - 1]?.atMs ?? 0) + 1);
          expect(atMs).toBeLessThanOrEqual(fromMs + spanMs);
        });
      },
    ),
  );
});
