import { DateTime, Timestamp, doc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { toInteger } from "#server/embedded/mongo/query/coerce.ts";
import { dayOfYear, isoWeek, isoWeekday, momentOf, partsOf, weekday, zoneOffsetMs } from "./calendar.ts";
import type { CalendarParts } from "./calendar.ts";
import { differenceIn, shiftDate, truncate, weekStart } from "./date-arithmetic.ts";
import { parseDate, toDate } from "./conversions.ts";
import { fail, isNullish, named, strictUnary } from "./expression.ts";
import type { Compile, Expression, Operator, Operators } from "./expression.ts";

function part(pick: (parts: CalendarParts) => Value): Operator {
  return (operand, compile, _environment, name) => {
    const isNamed = isDoc(operand) && operand.has("date");
    const spec = isNamed ? named(operand, name, ["date"], ["timezone"]) : undefined;
    const [only] = Array.isArray(operand) ? operand : [operand];
    const date = compile(spec?.get("date") ?? only ?? null);
    const zone = compile(spec?.get("timezone") ?? null);
    return (root, scope) => {
      const value = date(root, scope);
      return isNullish(value) ? null : pick(partsOf(msOf(value), zoneOf(zone(root, scope))));
    };
  };
}

function msOf(value: Value): number {
  if (isNumber(value) || typeof value === "string") throw fail(16006, "can't convert from BSON type to Date");
  return Number(toDate(value).ms);
}

function zoneOf(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** An operator with named arguments, null when one of `strict` is null or missing. */
function withNames(
  required: readonly string[],
  optional: readonly string[],
  strict: readonly string[],
  apply: (args: Map<string, Value | undefined>) => Value,
): Operator {
  return (operand, compile, _environment, name) => {
    const spec: Doc = named(operand, name, required, optional);
    const parts = argumentsOf(spec, compile);
    return (root, scope) => {
      const args = new Map([...parts].map(([key, expression]) => [key, expression(root, scope)]));
      return strict.some((key) => spec.has(key) && isNullish(args.get(key))) ? null : apply(args);
    };
  };
}

function argumentsOf(spec: Doc, compile: Compile): Map<string, Expression> {
  return new Map([...spec].map(([key, value]) => [key, compile(value)]));
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

function formatDate(ms: number, format: string, zone: string | undefined): string {
  const parts = partsOf(ms, zone);
  const offset = zoneOffsetMs(ms, zone) / 60_000;
  const sign = offset < 0 ? "-" : "+";
  const pieces: Readonly<Record<string, () => string>> = {
    Y: () => pad(parts.year, 4),
    m: () => pad(parts.month, 2),
    d: () => pad(parts.day, 2),
    H: () => pad(parts.hour, 2),
    M: () => pad(parts.minute, 2),
    S: () => pad(parts.second, 2),
    L: () => pad(parts.millisecond, 3),
    j: () => pad(dayOfYear(parts), 3),
    w: () => String(weekday(parts) + 1),
    u: () => String(isoWeekday(parts)),
    U: () => pad(Math.floor((dayOfYear(parts) + 6 - weekday(parts)) / 7), 2),
    V: () => pad(isoWeek(parts).week, 2),
    G: () => pad(isoWeek(parts).year, 4),
    z: () => `${sign}${pad(Math.floor(Math.abs(offset) / 60), 2)}${pad(Math.abs(offset) % 60, 2)}`,
    Z: () => String(offset),
    b: () => MONTHS[parts.month - 1]?.slice(0, 3) ?? "",
    B: () => MONTHS[parts.month - 1] ?? "",
    "%": () => "%",
  };
  return format.replaceAll(/%(.?)/g, (_all, letter: string) => {
    const piece = pieces[letter];
    if (piece === undefined) throw fail(18536, `Invalid format character '%${letter}' in format string`);
    return piece();
  });
}

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

function whole(value: Value | undefined, fallback: number): number {
  return Number(toInteger(value) ?? BigInt(fallback));
}

function unitOf(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

function fromMs(ms: number): DateTime {
  return new DateTime(BigInt(ms));
}

export const DATES: Operators = {
  $year: part((parts) => parts.year),
  $month: part((parts) => parts.month),
  $dayOfMonth: part((parts) => parts.day),
  $dayOfYear: part(dayOfYear),
  $dayOfWeek: part((parts) => weekday(parts) + 1),
  $isoDayOfWeek: part(isoWeekday),
  $isoWeek: part((parts) => isoWeek(parts).week),
  $isoWeekYear: part((parts) => BigInt(isoWeek(parts).year)),
  $week: part((parts) => Math.floor((dayOfYear(parts) + 6 - weekday(parts)) / 7)),
  $hour: part((parts) => parts.hour),
  $minute: part((parts) => parts.minute),
  $second: part((parts) => parts.second),
  $millisecond: part((parts) => parts.millisecond),
  $dateToParts: withNames(["date"], ["timezone", "iso8601"], ["date", "timezone"], (args) => {
    const parts = partsOf(msOf(args.get("date") ?? null), zoneOf(args.get("timezone")));
    const { hour, minute, second, millisecond } = parts;
    if (args.get("iso8601") === true) {
      const { year, week } = isoWeek(parts);
      return doc({
        isoWeekYear: year,
        isoWeek: week,
        isoDayOfWeek: isoWeekday(parts),
        hour,
        minute,
        second,
        millisecond,
      });
    }
    return doc({ year: parts.year, month: parts.month, day: parts.day, hour, minute, second, millisecond });
  }),
  $dateFromParts: withNames(
    ["year"],
    ["month", "day", "hour", "minute", "second", "millisecond", "timezone"],
    ["year", "month", "day", "hour", "minute", "second", "millisecond"],
    (args) => {
      const at = (name: string, fallback: number): number => whole(args.get(name), fallback);
      const parts = {
        year: at("year", 1970),
        month: at("month", 1),
        day: at("day", 1),
        hour: at("hour", 0),
        minute: at("minute", 0),
        second: at("second", 0),
        millisecond: at("millisecond", 0),
      };
      return fromMs(momentOf(parts, zoneOf(args.get("timezone"))));
    },
  ),
  $dateToString: withNames(["date"], ["format", "timezone", "onNull"], [], (args) => {
    const date = args.get("date");
    if (isNullish(date)) return args.get("onNull") ?? null;
    const zone = zoneOf(args.get("timezone"));
    const fallback = zone === undefined || zone === "UTC" ? "%Y-%m-%dT%H:%M:%S.%LZ" : "%Y-%m-%dT%H:%M:%S.%L";
    const format = args.get("format");
    return formatDate(msOf(date), typeof format === "string" ? format : fallback, zone);
  }),
  $dateFromString: withNames(["dateString"], ["timezone", "onError", "onNull"], [], (args) => {
    const text = args.get("dateString");
    if (isNullish(text)) return args.get("onNull") ?? null;
    try {
      const ms = Number(parseDate(String(text)).ms);
      const zone = zoneOf(args.get("timezone"));
      return fromMs(zone === undefined ? ms : momentOf(partsOf(ms, undefined), zone));
    } catch (error) {
      const fallback = args.get("onError");
      if (fallback === undefined) throw error;
      return fallback;
    }
  }),
  $dateAdd: withNames(
    ["startDate", "unit", "amount"],
    ["timezone"],
    ["startDate", "unit", "amount", "timezone"],
    (args) =>
      fromMs(
        shiftDate(
          msOf(args.get("startDate") ?? null),
          unitOf(args.get("unit")),
          whole(args.get("amount"), 0),
          zoneOf(args.get("timezone")),
        ),
      ),
  ),
  $dateSubtract: withNames(
    ["startDate", "unit", "amount"],
    ["timezone"],
    ["startDate", "unit", "amount", "timezone"],
    (args) =>
      fromMs(
        shiftDate(
          msOf(args.get("startDate") ?? null),
          unitOf(args.get("unit")),
          -whole(args.get("amount"), 0),
          zoneOf(args.get("timezone")),
        ),
      ),
  ),
  $dateDiff: withNames(
    ["startDate", "endDate", "unit"],
    ["timezone", "startOfWeek"],
    ["startDate", "endDate", "unit", "timezone"],
    (args) =>
      BigInt(
        differenceIn(
          msOf(args.get("startDate") ?? null),
          msOf(args.get("endDate") ?? null),
          unitOf(args.get("unit")),
          zoneOf(args.get("timezone")),
          weekStart(args.get("startOfWeek")),
        ),
      ),
  ),
  $dateTrunc: withNames(
    ["date", "unit"],
    ["binSize", "timezone", "startOfWeek"],
    ["date", "unit", "binSize", "timezone"],
    (args) =>
      fromMs(
        truncate(
          msOf(args.get("date") ?? null),
          unitOf(args.get("unit")),
          whole(args.get("binSize"), 1),
          zoneOf(args.get("timezone")),
          weekStart(args.get("startOfWeek")),
        ),
      ),
  ),
  $tsSecond: strictUnary((value) => (value instanceof Timestamp ? value.bits >> 32n : null)),
  $tsIncrement: strictUnary((value) => (value instanceof Timestamp ? value.bits & 0xffffffffn : null)),
};
