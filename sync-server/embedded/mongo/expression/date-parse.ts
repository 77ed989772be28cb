import { DateTime } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { daysInMonth, momentOf, partsOf } from "./calendar.ts";
import type { CalendarParts } from "./calendar.ts";
import { monthNumber } from "./date-format.ts";

function unparsed(text: string, reason: string): MongoError {
  return new MongoError("ConversionFailure", `Error parsing date string '${text}'; ${reason}`);
}

/** What a text said about a moment; what it left out is undefined. */
type Found = {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  millisecond?: number;
  dayOfYear?: number;
  isoYear?: number;
  isoWeek?: number;
  isoDay?: number;
  /** Minutes ahead of UTC, or the name of a zone. */
  zone?: number | string;
};

const FREE_FORMS = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})/,
  /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})/,
  /^(?:[a-z]+,? +)?(?<month>[a-z]{3,9})\.? +(?<day>\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\d{4})/i,
  /^(?:[a-z]+,? +)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -](?<month>[a-z]{3,9})\.?,?[ -](?<year>\d{4})/i,
];

const TIME =
  /^(?:[T ]|, | at )\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?(?: ?(?<half>[ap])\.?m\.?)?/i;

const ZONE =
  /^\s*(?:(?<utc>Z|UTC|GMT)(?![+-])|(?:GMT|UTC)?(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2})?|(?<name>[A-Z][A-Za-z_]+\/[A-Za-z_/]+))$/i;

/**
 * The moment a text names: ISO 8601, and the common ways to write a date with the month's name. `zone` is where a text
 * without a zone is.
 */
export function parseDate(text: string, zone?: string): DateTime {
  const trimmed = text.trim();
  const date = FREE_FORMS.map((form) => form.exec(trimmed)).find((match) => match !== null);
  if (date?.groups === undefined)
    throw unparsed(text, `0: The timezone could not be found in the database '${text.slice(0, 1)}'`);
  const month = date.groups["month"] ?? "";
  const number = /^\d+$/.test(month) ? Number(month) : monthNumber(month);
  if (number === undefined) throw unparsed(text, "0: Unexpected character");
  const found: Found = { year: Number(date.groups["year"]), month: number, day: Number(date.groups["day"]) };
  let rest = trimmed.slice(date[0].length);
  const time = TIME.exec(rest);
  if (time?.groups !== undefined) {
    readTime(found, time.groups, text);
    rest = rest.slice(time[0].length);
  }
  if (rest !== "") {
    const suffix = ZONE.exec(rest);
    if (suffix?.groups === undefined)
      throw unparsed(text, `${trimmed.length - rest.length}: Unexpected character '${rest.slice(0, 1)}'`);
    found.zone = readZone(suffix.groups);
  }
  return resolve(found, text, zone);
}

function readTime(found: Found, groups: Readonly<Record<string, string | undefined>>, text: string): void {
  const hour = Number(groups["hour"]);
  const half = groups["half"]?.toLowerCase();
  if (half !== undefined && (hour < 1 || hour > 12)) throw unparsed(text, "11: Unexpected character");
  found.hour = half === undefined ? hour : (hour % 12) + (half === "p" ? 12 : 0);
  found.minute = Number(groups["minute"]);
  found.second = Number(groups["second"] ?? 0);
  found.millisecond = Number((groups["fraction"] ?? "0").slice(0, 3).padEnd(3, "0"));
}

function readZone(groups: Readonly<Record<string, string | undefined>>): number | string {
  const { sign, hours, minutes, name } = groups;
  if (name !== undefined) return name;
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
}

function resolve(found: Found, text: string, zone: string | undefined): DateTime {
  if (found.zone !== undefined && zone !== undefined && zone !== "UTC")
    throw new MongoError(
      "ConversionFailure",
      typeof found.zone === "number"
        ? `you cannot pass in a date/time string with GMT offset together with a timezone argument`
        : `you cannot pass in a date/time string with time zone information ('${found.zone}') together with a timezone argument`,
    );
  const clock = {
    hour: found.hour ?? 0,
    minute: found.minute ?? 0,
    second: found.second ?? 0,
    millisecond: found.millisecond ?? 0,
  };
  if (clock.hour > 24 || clock.minute > 59 || clock.second > 59) throw unparsed(text, "11: Unexpected character");
  const parts: CalendarParts = { ...dayOf(found, text), ...clock };
  const place = typeof found.zone === "string" ? found.zone : typeof found.zone === "number" ? undefined : zone;
  const ms = momentOf(parts, place) - (typeof found.zone === "number" ? found.zone * 60_000 : 0);
  if (Number.isNaN(ms)) throw unparsed(text, "0: The parsed date was invalid");
  return new DateTime(BigInt(ms));
}

function dayOf(found: Found, text: string): { year: number; month: number; day: number } {
  if (found.isoYear !== undefined) {
    const { isoYear, isoWeek = 1, isoDay = 1 } = found;
    return dayOfIsoWeek(isoYear, isoWeek, isoDay);
  }
  const { year, month, day, dayOfYear } = found;
  if (year !== undefined && dayOfYear !== undefined) {
    const { month: at, day: on } = partsOf(Date.UTC(year, 0, dayOfYear), undefined);
    return { year, month: at, day: on };
  }
  if (year === undefined || month === undefined || day === undefined)
    throw new MongoError(
      "ConversionFailure",
      `an incomplete date/time string has been found, with elements missing: "${text}"`,
    );
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    throw unparsed(text, `${text.length}: The parsed date was invalid ''`);
  return { year, month, day };
}

/** The calendar day of an ISO week; weeks and days out of range carry over. */
export function dayOfIsoWeek(isoYear: number, week: number, day: number): { year: number; month: number; day: number } {
  const fourth = new Date(0);
  fourth.setUTCFullYear(isoYear, 0, 4);
  const monday = 4 - ((fourth.getUTCDay() + 6) % 7);
  const moment = new Date(0);
  moment.setUTCFullYear(isoYear, 0, monday + (week - 1) * 7 + day - 1);
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, day: moment.getUTCDate() };
}

type Reader = { pattern: RegExp; read: (found: Found, text: string) => void; what: string };

const READERS: Readonly<Record<string, Reader>> = {
  Y: { pattern: /^\d{4}/, read: (found, text) => (found.year = Number(text)), what: "A four digit year" },
  m: { pattern: /^\d{1,2}/, read: (found, text) => (found.month = Number(text)), what: "A two digit month" },
  d: { pattern: /^\d{1,2}/, read: (found, text) => (found.day = Number(text)), what: "A two digit day" },
  H: { pattern: /^\d{1,2}/, read: (found, text) => (found.hour = Number(text)), what: "A two digit hour" },
  M: { pattern: /^\d{2}/, read: (found, text) => (found.minute = Number(text)), what: "A two digit minute" },
  S: { pattern: /^\d{2}/, read: (found, text) => (found.second = Number(text)), what: "A two second minute" },
  L: {
    pattern: /^\d{1,3}/,
    read: (found, text) => (found.millisecond = Number(text.padEnd(3, "0"))),
    what: "A three digit millisecond",
  },
  j: {
    pattern: /^\d{1,3}/,
    read: (found, text) => (found.dayOfYear = Number(text)),
    what: "A three digit day-of-year",
  },
  G: { pattern: /^\d{4}/, read: (found, text) => (found.isoYear = Number(text)), what: "A four digit ISO year" },
  V: { pattern: /^\d{1,2}/, read: (found, text) => (found.isoWeek = Number(text)), what: "A two digit ISO week" },
  u: {
    pattern: /^[1-7]/,
    read: (found, text) => (found.isoDay = Number(text)),
    what: "A single digit ISO day of week",
  },
  b: { pattern: /^[A-Za-z]{3,4}/, read: readMonth, what: "A textual month" },
  B: { pattern: /^[A-Za-z]+/, read: readMonth, what: "A textual month" },
  z: { pattern: /^(?:Z|[+-]\d{2}:?\d{2})/, read: readOffset, what: "The timezone" },
  Z: { pattern: /^[+-]?\d{1,4}/, read: (found, text) => (found.zone = Number(text)), what: "A minute offset" },
};

function readMonth(found: Found, text: string): void {
  const month = monthNumber(text);
  if (month !== undefined) found.month = month;
}

function readOffset(found: Found, text: string): void {
  found.zone = readZone(/^(?:Z|(?<sign>[+-])(?<hours>\d{2}):?(?<minutes>\d{2}))$/.exec(text)?.groups ?? {});
}

/** The moment a text names in a format that was checked before. */
export function parseFormatted(text: string, format: string, zone: string | undefined): DateTime {
  const found: Found = {};
  let at = 0;
  for (let index = 0; index < format.length; index += 1) {
    const isField = format[index] === "%" && format[index + 1] !== "%";
    if (format[index] === "%") index += 1;
    const letter = format[index] ?? "";
    if (!isField) {
      if (text[at] !== letter) throw unparsed(text, `${at}: Format literal not found '${text[at] ?? ""}'`);
      at += 1;
      continue;
    }
    const reader = READERS[letter];
    const match = reader?.pattern.exec(text.slice(at))?.[0];
    if (reader === undefined || match === undefined)
      throw unparsed(text, `${at}: ${reader?.what ?? "It"} could not be found '${text[at] ?? ""}'`);
    reader.read(found, match);
    at += match.length;
  }
  if (at < text.length) throw unparsed(text, `${at}: Trailing data '${text[at] ?? ""}'`);
  return resolve(found, text, zone);
}
