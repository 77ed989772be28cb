import type { MongoError } from "#server/embedded/mongo/error.ts";
import { dayOfYear, isoWeek, isoWeekday, partsOf, weekday, zoneOffsetMs } from "./calendar.ts";
import type { CalendarParts } from "./calendar.ts";
import { fail } from "./expression.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

export function monthNumber(name: string): number | undefined {
  const wanted = name.toLowerCase();
  const position = MONTHS.findIndex((month) => {
    const known = month.toLowerCase();
    return known === wanted || known.slice(0, 3) === wanted || (wanted === "sept" && known === "september");
  });
  return position < 0 ? undefined : position + 1;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

/** Of a year that is written with four digits. */
function year(value: number): string {
  if (value < 0 || value > 9999)
    throw fail(18537, `$dateToString is only defined on year 0-9999, tried to use year ${value}`);
  return pad(value, 4);
}

type Shown = { parts: CalendarParts; offsetMinutes: number };

const PIECES: Readonly<Record<string, (shown: Shown) => string>> = {
  Y: ({ parts }) => year(parts.year),
  m: ({ parts }) => pad(parts.month, 2),
  d: ({ parts }) => pad(parts.day, 2),
  H: ({ parts }) => pad(parts.hour, 2),
  M: ({ parts }) => pad(parts.minute, 2),
  S: ({ parts }) => pad(parts.second, 2),
  L: ({ parts }) => pad(parts.millisecond, 3),
  j: ({ parts }) => pad(dayOfYear(parts), 3),
  w: ({ parts }) => String(weekday(parts) + 1),
  u: ({ parts }) => String(isoWeekday(parts)),
  U: ({ parts }) => pad(weekOfYear(parts), 2),
  V: ({ parts }) => pad(isoWeek(parts).week, 2),
  G: ({ parts }) => year(isoWeek(parts).year),
  z: ({ offsetMinutes }) => {
    const size = Math.abs(offsetMinutes);
    return `${offsetMinutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60), 2)}${pad(size % 60, 2)}`;
  },
  Z: ({ offsetMinutes }) => (offsetMinutes < 0 ? String(offsetMinutes) : `+${offsetMinutes}`),
  b: ({ parts }) => MONTHS[parts.month - 1]?.slice(0, 3) ?? "",
  B: ({ parts }) => MONTHS[parts.month - 1] ?? "",
  "%": () => "%",
};

/** Weeks begin on Sunday; the days before the first one are week 0. */
export function weekOfYear(parts: CalendarParts): number {
  return Math.floor((dayOfYear(parts) + 6 - weekday(parts)) / 7);
}

const PARSED = "bBdGHjLmMSuVYzZ%";

/** Throws MongoDB's errors for a format that cannot be written (or read). */
export function checkFormat(format: string, isRead: boolean): void {
  for (let at = 0; at < format.length; at += 1) {
    if (format[at] !== "%") continue;
    at += 1;
    const letter = format[at];
    if (letter === undefined) throw fail(18535, "Unmatched '%' at end of format string");
    if (isRead ? !PARSED.includes(letter) : PIECES[letter] === undefined) throw badLetter(letter);
  }
}

function badLetter(letter: string): MongoError {
  return fail(18536, `Invalid format character '%${letter}' in format string`);
}

export function formatDate(ms: number, format: string, zone: string | undefined): string {
  const shown = { parts: partsOf(ms, zone), offsetMinutes: Math.trunc(zoneOffsetMs(ms, zone) / 60_000) };
  return format.replaceAll(/%(.)/gs, (_all, letter: string) => {
    const piece = PIECES[letter];
    if (piece === undefined) throw badLetter(letter);
    return piece(shown);
  });
}
