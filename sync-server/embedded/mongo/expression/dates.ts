import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { DateTime, Decimal, ObjectId, Timestamp, doc, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { toInteger, toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { checkZone, dayOfYear, isoWeek, isoWeekday, partsOf, weekday } from "./calendar.ts";
import type { CalendarParts } from "./calendar.ts";
import { checkFormat, formatDate, weekOfYear } from "./date-format.ts";
import { parseDate, parseFormatted } from "./date-parse.ts";
import { fail, isNullish, named, shownType, strictUnary } from "./expression.ts";
import type { Compile, Complaints, Expression, Operator, Operators } from "./expression.ts";

/** The moment of a date, a timestamp or an id; undefined for what has none. */
export function momentIn(value: Value | undefined): number | undefined {
  if (value instanceof DateTime) return Number(value.ms);
  if (value instanceof Timestamp) return Number(value.bits >> 32n) * 1000;
  if (value instanceof ObjectId) return Buffer.from(value.bytes, "latin1").readUInt32BE(0) * 1000;
  return undefined;
}

function requireMoment(value: Value | undefined): number {
  const ms = momentIn(value);
  if (ms === undefined) throw fail(16006, `can't convert from BSON type ${shownType(value)} to Date`);
  return ms;
}

/** UTC where no zone is given; null where it is given as null. */
export function zoneOf(zone: Expression | undefined): (...at: Parameters<Expression>) => string | null {
  return (root, scope) => {
    if (zone === undefined) return "UTC";
    const value = zone(root, scope);
    if (isNullish(value)) return null;
    if (typeof value !== "string") throw fail(40517, `timezone must evaluate to a string, found ${shownType(value)}`);
    checkZone(value);
    return value;
  };
}

/** Compiles the arguments that are there. */
export function optional(compile: Compile, value: Value | undefined): Expression | undefined {
  return value === undefined ? undefined : compile(value);
}

function part(pick: (parts: CalendarParts) => Value): Operator {
  return (operand, compile, _environment, name) => {
    const { date, timezone } = partArguments(name, operand);
    const read = compile(date);
    const zoneAt = zoneOf(optional(compile, timezone));
    return (root, scope) => {
      const value = read(root, scope);
      if (isNullish(value)) return null;
      const ms = requireMoment(value);
      const zone = zoneAt(root, scope);
      return zone === null ? null : pick(partsOf(ms, zone));
    };
  };
}

function partArguments(name: string, operand: Value): { date: Value; timezone: Value | undefined } {
  if (Array.isArray(operand)) {
    const [only] = operand;
    if (only === undefined || operand.length !== 1)
      throw fail(40536, `${name} accepts exactly one argument if given an array, but was given ${operand.length}`);
    return { date: only, timezone: undefined };
  }
  if (!isDoc(operand) || operand.keys().next().value?.startsWith("$") === true)
    return { date: operand, timezone: undefined };
  for (const key of operand.keys())
    if (key !== "date" && key !== "timezone") throw fail(40535, `unrecognized option to ${name}: "${key}"`);
  const date = operand.get("date");
  if (date === undefined)
    throw fail(40539, `missing 'date' argument to ${name}, provided: ${name}: ${showValue(operand)}`);
  return { date, timezone: operand.get("timezone") };
}

function complaints(
  name: string,
  [shape, unknown, missing]: readonly [number, number, number],
  found = "",
): Complaints {
  return {
    shape: (given) =>
      fail(
        shape,
        found === ""
          ? `${name} only supports an object as its argument`
          : `${name} only supports an object as an argument, found: ${shownType(given)}`,
      ),
    unknown: (key) => fail(unknown, `Unrecognized argument to ${name}: ${key}`),
    missing: (key) => fail(missing, `Missing '${key}' parameter to ${name}`),
  };
}

const dateToParts: Operator = (operand, compile, _environment, name) => {
  const spec = named(operand, ["date", "timezone?", "iso8601?"], complaints(name, [40524, 40520, 40522]));
  const date = compile(spec.get("date") ?? null);
  const zoneAt = zoneOf(optional(compile, spec.get("timezone")));
  const iso = compile(spec.get("iso8601") ?? false);
  return (root, scope) => {
    const value = date(root, scope);
    const zone = zoneAt(root, scope);
    const isIso = zone === null ? null : iso(root, scope);
    if (zone === null || isNullish(isIso)) return null;
    if (typeof isIso !== "boolean") throw fail(40521, `iso8601 must evaluate to a bool, found ${shownType(isIso)}`);
    if (isNullish(value)) return null;
    const parts = partsOf(requireMoment(value), zone);
    const { hour, minute, second, millisecond } = parts;
    if (!isIso) return doc({ year: parts.year, month: parts.month, day: parts.day, hour, minute, second, millisecond });
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
  };
};

/** A format as text, checked; null where it is null. */
function formatOf(name: string, code: number, value: Value | undefined, isRead: boolean): string | null {
  if (isNullish(value)) return null;
  if (typeof value !== "string")
    throw fail(
      code,
      `${name} requires that 'format' be a string, found: ${shownType(value)} with value ${showValue(value)}`,
    );
  checkFormat(value, isRead);
  return value;
}

const dateToString: Operator = (operand, compile, _environment, name) => {
  const keys = ["date", "format?", "timezone?", "onNull?"];
  const spec = named(operand, keys, complaints(name, [18629, 18534, 18628]));
  const date = compile(spec.get("date") ?? null);
  const format = optional(compile, spec.get("format"));
  const zoneAt = zoneOf(optional(compile, spec.get("timezone")));
  const onNull = compile(spec.get("onNull") ?? null);
  return (root, scope) => {
    const value = date(root, scope);
    const given = format === undefined ? undefined : formatOf(name, 18533, format(root, scope), false);
    const zone = zoneAt(root, scope);
    if (isNullish(value)) return onNull(root, scope);
    if (zone === null || given === null) return null;
    const fallback = zone === "UTC" ? "%Y-%m-%dT%H:%M:%S.%LZ" : "%Y-%m-%dT%H:%M:%S.%L";
    return formatDate(requireMoment(value), given ?? fallback, zone);
  };
};

const dateFromString: Operator = (operand, compile, _environment, name) => {
  const keys = ["dateString", "format?", "timezone?", "onNull?", "onError?"];
  const spec = named(operand, keys, complaints(name, [40540, 40541, 40542], "found"));
  const dateString = compile(spec.get("dateString") ?? null);
  const format = optional(compile, spec.get("format"));
  const zoneAt = zoneOf(optional(compile, spec.get("timezone")));
  const onNull = compile(spec.get("onNull") ?? null);
  const onError = optional(compile, spec.get("onError"));
  return (root, scope) => {
    const value = dateString(root, scope);
    const given = format === undefined ? undefined : formatOf(name, 40684, format(root, scope), true);
    const zone = zoneAt(root, scope);
    if (isNullish(value)) return onNull(root, scope);
    try {
      if (typeof value !== "string")
        throw new MongoError(
          "ConversionFailure",
          `$dateFromString requires that 'dateString' be a string, found: ${shownType(value)} with value ${showValue(value)}`,
        );
      if (zone === null || given === null) return null;
      return given === undefined ? parseDate(value, zone) : parseFormatted(value, given, zone);
    } catch (error) {
      if (onError !== undefined && error instanceof MongoError && error.codeName === "ConversionFailure")
        return onError(root, scope);
      throw error;
    }
  };
};

/** A whole number; undefined for null. */
export function wholeOf(value: Value | undefined): number | undefined {
  if (!isNumber(value)) return undefined;
  const number = toNumber(value);
  if (value instanceof Decimal && !Number.isInteger(number)) return undefined;
  return Number.isInteger(number) ? Number(toInteger(value) ?? 0n) : undefined;
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
  $week: part(weekOfYear),
  $hour: part((parts) => parts.hour),
  $minute: part((parts) => parts.minute),
  $second: part((parts) => parts.second),
  $millisecond: part((parts) => parts.millisecond),
  $dateToParts: dateToParts,
  $dateToString: dateToString,
  $dateFromString: dateFromString,
  $tsSecond: strictUnary((value) => {
    if (value instanceof Timestamp) return value.bits >> 32n;
    throw fail(5687301, ` Argument to $tsSecond must be a timestamp, but is ${shownType(value)}`);
  }),
  $tsIncrement: strictUnary((value) => {
    if (value instanceof Timestamp) return value.bits & 0xffffffffn;
    throw fail(5687302, ` Argument to $tsIncrement must be a timestamp, but is ${shownType(value)}`);
  }),
};
