import { daysInMonth, momentOf, partsOf, zoneOffsetMs } from "./calendar.ts";
import type { CalendarParts } from "./calendar.ts";
import { UNIT_MS, monthsIn } from "./time-units.ts";
import type { TimeUnit } from "./time-units.ts";

const DAY_MS = 86_400_000;

/** Years, quarters and months go by the calendar, the last day of a month stands for those it does not have. */
export function shiftDate(ms: number, unit: TimeUnit, amount: number, zone: string | undefined): number {
  const months = monthsIn(unit);
  if (months !== undefined) {
    const parts = partsOf(ms, zone);
    const index = parts.year * 12 + parts.month - 1 + amount * months;
    const year = Math.floor(index / 12);
    const month = index - year * 12 + 1;
    return momentOf({ ...parts, year, month, day: Math.min(parts.day, daysInMonth(year, month)) }, zone);
  }
  const size = UNIT_MS[unit] ?? 1;
  // Days and weeks keep the wall clock across a change of summer time.
  if (size < DAY_MS || zone === undefined) return ms + size * amount;
  const parts = partsOf(ms, zone);
  return momentOf({ ...parts, day: parts.day + amount * (size / DAY_MS) }, zone);
}

function dayNumber({ year, month, day }: CalendarParts): number {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day);
  return Math.floor(moment.getTime() / DAY_MS);
}

/** How many boundaries of the unit lie between, as MongoDB counts. */
export function differenceIn(
  start: number,
  end: number,
  unit: TimeUnit,
  zone: string | undefined,
  startOfWeek: number,
): number {
  const a = partsOf(start, zone);
  const b = partsOf(end, zone);
  switch (unit) {
    case "year":
      return b.year - a.year;
    case "quarter":
      return (b.year - a.year) * 4 + Math.floor((b.month - 1) / 3) - Math.floor((a.month - 1) / 3);
    case "month":
      return (b.year - a.year) * 12 + b.month - a.month;
    case "week":
      return Math.floor((dayNumber(b) + 4 - startOfWeek) / 7) - Math.floor((dayNumber(a) + 4 - startOfWeek) / 7);
    case "day":
      return dayNumber(b) - dayNumber(a);
    case "hour":
      return hoursBetween(start, end, zone);
    default: {
      const size = UNIT_MS[unit] ?? 1;
      return Math.floor(end / size) - Math.floor(start / size);
    }
  }
}

/** By the local clock's full hours; a change of summer time between is no hour that passed. */
function hoursBetween(start: number, end: number, zone: string | undefined): number {
  const hour = 3_600_000;
  const [from, to] = [zoneOffsetMs(start, zone), zoneOffsetMs(end, zone)];
  const local = Math.floor((end + to) / hour) - Math.floor((start + from) / hour);
  return local - Math.round((to - from) / hour);
}

/** The start of the bin of `bin` units that the moment is in; bins count from 2000 in the zone. */
export function truncate(
  ms: number,
  unit: TimeUnit,
  bin: number,
  zone: string | undefined,
  startOfWeek: number,
): number {
  const zero = { month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };
  const months = monthsIn(unit);
  if (months !== undefined) {
    const parts = partsOf(ms, zone);
    const index = (parts.year - 2000) * 12 + parts.month - 1;
    const start = Math.floor(index / (months * bin)) * months * bin;
    const years = Math.floor(start / 12);
    return momentOf({ ...zero, year: 2000 + years, month: start - years * 12 + 1 }, zone);
  }
  const size = (UNIT_MS[unit] ?? 1) * bin;
  if (unit !== "day" && unit !== "week") {
    const reference = momentOf({ ...zero, year: 2000 }, zone);
    return reference + Math.floor((ms - reference) / size) * size;
  }
  // The first of January 2000 was a Saturday.
  const reference = Date.UTC(2000, 0, unit === "week" ? 1 + ((startOfWeek - 6 + 7) % 7) : 1);
  const local = ms + zoneOffsetMs(ms, zone);
  const start = reference + Math.floor((local - reference) / size) * size;
  return momentOf(partsOf(start, undefined), zone);
}
