import { MongoError } from "#server/embedded/mongo/error.ts";

/** A moment taken apart in a time zone; months and days count from 1. */
export type CalendarParts = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the zone is ahead of UTC at that moment, in milliseconds. */
export function zoneOffsetMs(ms: number, zone: string | undefined): number {
  if (zone === undefined || zone === "UTC" || zone === "GMT" || zone === "Z") return 0;
  const fixed = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (fixed !== null) {
    const [, sign, hours = "0", minutes = "0"] = fixed;
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  }
  let format = formats.get(zone);
  if (format === undefined) {
    format = makeFormat(zone);
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const at = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const shown = Date.UTC(at("year"), at("month") - 1, at("day"), at("hour") % 24, at("minute"), at("second"));
  return shown - Math.floor(ms / 1000) * 1000;
}

function makeFormat(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw new MongoError({ code: 40485 }, `unrecognized time zone identifier: "${zone}"`);
  }
}

/** Throws MongoDB's error for a zone there is none of. */
export function checkZone(zone: string): void {
  zoneOffsetMs(0, zone);
}

export function partsOf(ms: number, zone: string | undefined): CalendarParts {
  const local = new Date(ms + zoneOffsetMs(ms, zone));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: local.getUTCMilliseconds(),
  };
}

/** The moment of a local time; parts out of range carry over into the next larger one. */
export function momentOf(parts: CalendarParts, zone: string | undefined): number {
  const local = new Date(0);
  local.setUTCFullYear(parts.year, parts.month - 1, parts.day);
  local.setUTCHours(parts.hour, parts.minute, parts.second, parts.millisecond);
  const guess = local.getTime() - zoneOffsetMs(local.getTime(), zone);
  return local.getTime() - zoneOffsetMs(guess, zone);
}

/** 1 (Monday) to 7. */
export function isoWeekday(parts: CalendarParts): number {
  return ((weekday(parts) + 6) % 7) + 1;
}

/** 0 (Sunday) to 6. */
export function weekday(parts: CalendarParts): number {
  return new Date(Date.UTC(parts.year, parts.month - 1, parts.day)).getUTCDay();
}

export function dayOfYear(parts: CalendarParts): number {
  return Math.round((Date.UTC(parts.year, parts.month - 1, parts.day) - Date.UTC(parts.year, 0, 1)) / 86_400_000) + 1;
}

/** The ISO week and the year it belongs to. */
export function isoWeek(parts: CalendarParts): { year: number; week: number } {
  const thursday = new Date(Date.UTC(parts.year, parts.month - 1, parts.day + 4 - isoWeekday(parts)));
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / 604_800_000) + 1;
  return { year, week };
}

export function daysInMonth(year: number, month: number): number {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}
