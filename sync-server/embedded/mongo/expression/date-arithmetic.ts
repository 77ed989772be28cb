import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { daysInMonth, momentOf, partsOf, zoneOffsetMs } from "./calendar.ts";
import type { CalendarParts } from "./calendar.ts";
import { fail } from "./expression.ts";

const UNIT_MS: Readonly<Record<string, number>> = {
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};

/** Years, quarters and months go by the calendar, the last day of a month stands for those it does not have. */
export function shiftDate(ms: number, unit: string, amount: number, zone: string | undefined): number {
  const months = unit === "year" ? 12 : unit === "quarter" ? 3 : unit === "month" ? 1 : 0;
  if (months > 0) {
    const parts = partsOf(ms, zone);
    const index = parts.year * 12 + parts.month - 1 + amount * months;
    const year = Math.floor(index / 12);
    const month = (index % 12) + 1;
    return momentOf({ ...parts, year, month, day: Math.min(parts.day, daysInMonth(year, month)) }, zone);
  }
  const size = UNIT_MS[unit];
  if (size === undefined) throw fail(5439013, `unknown time unit value: ${unit}`);
  // Days and weeks keep the wall clock across a change of summer time.
  if (size < 86_400_000) return ms + size * amount;
  const parts = partsOf(ms, zone);
  return momentOf({ ...parts, day: parts.day + amount * (size / 86_400_000) }, zone);
}

/** How many boundaries of the unit lie between, as MongoDB counts. */
export function differenceIn(
  start: number,
  end: number,
  unit: string,
  zone: string | undefined,
  startOfWeek: number,
): number {
  const a = partsOf(start, zone);
  const b = partsOf(end, zone);
  const months = (b.year - a.year) * 12 + b.month - a.month;
  const dayNumber = (parts: CalendarParts): number =>
    Math.floor(Date.UTC(parts.year, parts.month - 1, parts.day) / 86_400_000);
  switch (unit) {
    case "year":
      return b.year - a.year;
    case "quarter":
      return (b.year - a.year) * 4 + Math.floor((b.month - 1) / 3) - Math.floor((a.month - 1) / 3);
    case "month":
      return months;
    case "week":
      return Math.floor((dayNumber(b) + 4 - startOfWeek) / 7) - Math.floor((dayNumber(a) + 4 - startOfWeek) / 7);
    case "day":
      return dayNumber(b) - dayNumber(a);
    default: {
      const size = UNIT_MS[unit];
      if (size === undefined) throw fail(5439013, `unknown time unit value: ${unit}`);
      const [from, to] = [start + zoneOffsetMs(start, zone), end + zoneOffsetMs(end, zone)];
      return Math.floor(to / size) - Math.floor(from / size);
    }
  }
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** 0 for Sunday. */
export function weekStart(value: Value | undefined): number {
  if (typeof value !== "string") return 0;
  const position = WEEKDAYS.findIndex(
    (name) => name === value.toLowerCase() || name.slice(0, 3) === value.toLowerCase(),
  );
  if (position < 0) throw fail(5439015, `unknown day of week value: ${value}`);
  return position;
}

/** The start of the bin of `bin` units that the moment is in; bins count from 2000. */
export function truncate(ms: number, unit: string, bin: number, zone: string | undefined, startOfWeek: number): number {
  const parts = partsOf(ms, zone);
  const zero = { month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };
  const months = unit === "year" ? 12 : unit === "quarter" ? 3 : unit === "month" ? 1 : 0;
  if (months > 0) {
    const index = (parts.year - 2000) * 12 + parts.month - 1;
    const start = Math.floor(index / (months * bin)) * months * bin;
    return momentOf({ ...zero, year: 2000 + Math.floor(start / 12), month: (((start % 12) + 12) % 12) + 1 }, zone);
  }
  const size = UNIT_MS[unit];
  if (size === undefined) throw fail(5439013, `unknown time unit value: ${unit}`);
  const origin = { ...zero, year: 2000, day: unit === "week" ? 1 + ((startOfWeek - 6 + 7) % 7) : 1 };
  const reference = Date.UTC(origin.year, 0, origin.day);
  const local = ms + zoneOffsetMs(ms, zone);
  const start = reference + Math.floor((local - reference) / (size * bin)) * size * bin;
  return size < 86_400_000 ? start - zoneOffsetMs(ms, zone) : momentOf(partsOf(start, undefined), zone);
}
