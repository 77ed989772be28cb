import fc from "fast-check";
import { expect, test } from "vitest";
import { dateAt, datesBy, nextDate } from "./calendar.ts";

const FROM_MS = Date.UTC(2024, 0, 1);
const UNTIL_MS = Date.UTC(2034, 0, 1);
const instant = fc.integer({ min: FROM_MS, max: UNTIL_MS }).map((ms) => new Date(ms));
const calendar = fc.constantFrom("day" as const, "week" as const, "month" as const);

test("the last day of a long month stays the last day of every shorter one, and comes back", () => {
  const first = new Date("2027-01-31T09:30:00.000Z");
  const dates = [1, 2, 3, 4, 13].map((number) => dateAt(first, "month", number).toISOString());
  expect(dates).toEqual([
    "2027-02-28T09:30:00.000Z",
    "2027-03-31T09:30:00.000Z",
    "2027-04-30T09:30:00.000Z",
    "2027-05-31T09:30:00.000Z",
    "2028-02-29T09:30:00.000Z",
  ]);
});

test("the next date is the first of all dates that lies after, whatever was slept through", () => {
  fc.assert(
    fc.property(instant, calendar, instant, (first, every, after) => {
      const expected = after < first ? first : datesAround(first, every, after).find((date) => date > after);
      expect(nextDate(first, every, after)).toEqual(expected);
    }),
  );
});

test("as many dates have come as lie before or at an instant", () => {
  fc.assert(
    fc.property(instant, calendar, instant, (first, every, at) => {
      const come = datesAround(first, every, at).filter((date) => date <= at).length;
      expect(datesBy(first, every, at)).toBe(come);
      expect(datesBy(first, every, dateAt(first, every, 30))).toBe(31);
      expect(datesBy(first, every, new Date(dateAt(first, every, 30).getTime() - 1))).toBe(30);
    }),
  );
});

test("dates go up, one in each month and on its day or its last one, at the same time of day", () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 600 }), (first, number) => {
      const date = dateAt(first, "month", number);
      const months = (each: Date) => each.getUTCFullYear() * 12 + each.getUTCMonth();
      expect(months(date) - months(first)).toBe(number);
      const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
      expect(date.getUTCDate()).toBe(Math.min(first.getUTCDate(), lastDay));
      expect(date.getTime() % 86_400_000).toBe(first.getTime() % 86_400_000);
    }),
  );
});

/** All dates from the first one to beyond `after`, one by one. */
function datesAround(first: Date, every: "day" | "week" | "month", after: Date): Date[] {
  const dates = [first];
  const strides = { day: 86_400_000, week: 604_800_000, month: 2_500_000_000 };
  const most = Math.max(0, Math.ceil((after.getTime() - first.getTime()) / strides[every])) + 2;
  for (let number = 1; number <= most; number += 1) dates.push(dateAt(first, every, number));
  return dates;
}
