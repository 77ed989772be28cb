import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { DateTime } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { momentOf } from "./calendar.ts";
import { differenceIn, shiftDate, truncate } from "./date-arithmetic.ts";
import { dayOfIsoWeek } from "./date-parse.ts";
import { momentIn, optional, wholeOf, zoneOf } from "./dates.ts";
import { fail, isNullish, named, shownType } from "./expression.ts";
import type { Compile, Complaints, Expression, Operator, Operators } from "./expression.ts";
import { unitOf, weekdayOf } from "./time-units.ts";

function fromMs(ms: number): DateTime {
  if (!Number.isFinite(ms)) throw new MongoError("Overflow", "date overflow");
  return new DateTime(BigInt(ms));
}

function complaints(name: string, [shape, unknown, missing]: readonly [number, number, number]): Complaints {
  return {
    shape: (given) => fail(shape, `${name} expects an object as its argument, found: ${shownType(given)}`),
    unknown: (key) =>
      fail(unknown, `Unrecognized argument to ${name}: ${key}. Expected arguments are ${EXPECTED[name] ?? ""}.`),
    missing: (key) => fail(missing, `Missing '${key}' parameter to ${name}`),
  };
}

const EXPECTED: Readonly<Record<string, string>> = {
  $dateDiff: "startDate, endDate, unit, and optionally, timezone and startOfWeek",
  $dateTrunc: "date, unit, and optionally, binSize, timezone, startOfWeek",
  $dateAdd: "startDate, unit, amount, and optionally timezone",
  $dateSubtract: "startDate, unit, amount, and optionally timezone",
};

/** Sunday where none is given; asked for only where weeks are counted. */
function startOfWeekOf(name: string, given: Expression | undefined): (...at: Parameters<Expression>) => number | null {
  return (root, scope) => {
    if (given === undefined) return 0;
    const value = given(root, scope);
    return isNullish(value) ? null : weekdayOf(value, name);
  };
}

function requireDate(name: string, key: string, value: Value | undefined): number {
  const ms = momentIn(value);
  if (ms === undefined) throw fail(5166307, `${name} requires '${key}' to be a date, but got ${shownType(value)}`);
  return ms;
}

function shift(direction: 1 | -1): Operator {
  return (operand, compile, _environment, name) => {
    const keys = ["startDate", "unit", "amount", "timezone?"];
    const spec = named(operand, keys, complaints(name, [5166400, 5166401, 5166402]));
    const [start, unit, amount] = ["startDate", "unit", "amount"].map((key) => compile(spec.get(key) ?? null));
    const zoneAt = zoneOf(optional(compile, spec.get("timezone")));
    return (root, scope) => {
      const from = start?.(root, scope);
      if (isNullish(from)) return null;
      const unitValue = unit?.(root, scope);
      if (isNullish(unitValue)) return null;
      const step = unitOf(unitValue, name);
      const by = amount?.(root, scope);
      const zone = isNullish(by) ? null : zoneAt(root, scope);
      if (zone === null) return null;
      const ms = momentIn(from);
      if (ms === undefined) throw fail(5166403, `${name} requires startDate to be convertible to a date`);
      const count = wholeOf(by);
      if (count === undefined) throw fail(5166405, `${name} expects integer amount of time units`);
      return fromMs(shiftDate(ms, step, direction * count, zone === "UTC" ? undefined : zone));
    };
  };
}

const dateDiff: Operator = (operand, compile, _environment, name) => {
  const keys = ["startDate", "endDate", "unit", "timezone?", "startOfWeek?"];
  const spec = named(operand, keys, complaints(name, [5166301, 5166302, 5166303]));
  const [start, end, unit] = ["startDate", "endDate", "unit"].map((key) => compile(spec.get(key) ?? null));
  const zoneAt = zoneOf(optional(compile, spec.get("timezone")));
  const weekAt = startOfWeekOf(name, optional(compile, spec.get("startOfWeek")));
  return (root, scope) => {
    const [from, to] = [start?.(root, scope), end?.(root, scope)];
    const unitValue = unit?.(root, scope);
    if (isNullish(from) || isNullish(to) || isNullish(unitValue)) return null;
    const step = unitOf(unitValue, name);
    const week = step === "week" ? weekAt(root, scope) : 0;
    const zone = week === null ? null : zoneAt(root, scope);
    if (zone === null || week === null) return null;
    const [a, b] = [requireDate(name, "startDate", from), requireDate(name, "endDate", to)];
    return BigInt(differenceIn(a, b, step, zone, week));
  };
};

const dateTrunc: Operator = (operand, compile, _environment, name) => {
  const keys = ["date", "unit", "binSize?", "timezone?", "startOfWeek?"];
  const spec = named(operand, keys, complaints(name, [5439007, 5439008, 5439009]));
  const [date, unit] = ["date", "unit"].map((key) => compile(spec.get(key) ?? null));
  const binSize = compile(spec.get("binSize") ?? 1);
  const zoneAt = zoneOf(optional(compile, spec.get("timezone")));
  const weekAt = startOfWeekOf(name, optional(compile, spec.get("startOfWeek")));
  return (root, scope) => {
    const value = date?.(root, scope);
    if (isNullish(value)) return null;
    const bin = binSize(root, scope);
    if (isNullish(bin)) return null;
    const size = binOf(bin);
    const unitValue = unit?.(root, scope);
    if (isNullish(unitValue)) return null;
    const step = unitOf(unitValue, name);
    const week = step === "week" ? weekAt(root, scope) : 0;
    const zone = week === null ? null : zoneAt(root, scope);
    if (zone === null || week === null) return null;
    return fromMs(truncate(requireDate(name, "date", value), step, size, zone === "UTC" ? undefined : zone, week));
  };
};

function binOf(value: Value): number {
  const size = wholeOf(value);
  if (size === undefined)
    throw fail(
      5439017,
      `$dateTrunc requires 'binSize' to be a 64-bit integer, but got value '${showValue(value)}' of type ${shownType(value)}`,
    );
  if (size <= 0) throw fail(5439018, `$dateTrunc requires 'binSize' to be greater than 0, but got value ${size}`);
  return size;
}

const NATURAL = ["year", "month", "day"];
const ISO = ["isoWeekYear", "isoWeek", "isoDayOfWeek"];
const CLOCK = ["hour", "minute", "second", "millisecond"];
/** Whose range is not bounded. */
const WIDE = new Set(["year", "isoWeekYear", "second", "millisecond"]);

const dateFromParts: Operator = (operand, compile, _environment, name) => {
  const spec = named(
    operand,
    [...NATURAL, ...ISO, ...CLOCK, "timezone"].map((key) => `${key}?`),
    {
      shape: () => fail(40519, "$dateFromParts only supports an object as its argument"),
      unknown: (key) => fail(40518, `Unrecognized argument to ${name}: ${key}`),
      missing: () => fail(40516, ""),
    },
  );
  checkParts(spec);
  const isIso = spec.has("isoWeekYear");
  const zoneAt = zoneOf(optional(compile, spec.get("timezone")));
  const readers = [...CLOCK, ...(isIso ? ISO : NATURAL)].map((key) => partReader(key, spec, compile));
  return (root, scope) => {
    const values = new Map<string, number>();
    for (const { key, read } of readers) {
      const value = read(root, scope);
      if (value === null) return null;
      values.set(key, value);
    }
    const zone = zoneAt(root, scope);
    if (zone === null) return null;
    const at = (key: string): number => values.get(key) ?? 0;
    checkYear(isIso ? "isoWeekYear" : "year", at(isIso ? "isoWeekYear" : "year"), isIso ? 31095 : 40523);
    const day = isIso
      ? dayOfIsoWeek(at("isoWeekYear"), at("isoWeek"), at("isoDayOfWeek"))
      : { year: at("year"), month: at("month"), day: at("day") };
    const clock = { hour: at("hour"), minute: at("minute"), second: at("second"), millisecond: at("millisecond") };
    return fromMs(momentOf({ ...day, ...clock }, zone));
  };
};

function checkYear(key: string, year: number, code: number): void {
  if (year < 1 || year > 9999)
    throw fail(code, `'${key}' must evaluate to an integer in the range 1 to 9999, found ${year}`);
}

function checkParts(spec: Doc): void {
  const has = (keys: readonly string[]): boolean => keys.some((key) => spec.has(key));
  if (!spec.has("year") && !spec.has("isoWeekYear"))
    throw fail(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
  if (spec.has("year") && has(ISO))
    throw fail(40489, "$dateFromParts does not allow mixing natural dates with ISO dates");
  if (spec.has("isoWeekYear") && has(NATURAL))
    throw fail(40525, "$dateFromParts does not allow mixing ISO dates with natural dates");
}

function partReader(
  key: string,
  spec: Doc,
  compile: Compile,
): { key: string; read: (...at: Parameters<Expression>) => number | null } {
  const given = spec.get(key);
  const fallback = CLOCK.includes(key) ? 0 : 1;
  if (given === undefined) return { key, read: () => fallback };
  const expression = compile(given);
  return {
    key,
    read: (root, scope) => {
      const value = expression(root, scope);
      if (isNullish(value)) return null;
      const number = wholeOf(value);
      if (number === undefined)
        throw fail(
          40515,
          `'${key}' must evaluate to an integer, found ${shownType(value)} with value ${showValue(value)}`,
        );
      if (!WIDE.has(key) && (number < -32768 || number > 32767))
        throw fail(
          31034,
          `'${key}' must evaluate to a value in the range [-32768, 32767]; value ${number} is not in range`,
        );
      return number;
    },
  };
}

export const DATE_UNITS: Operators = {
  $dateAdd: shift(1),
  $dateSubtract: shift(-1),
  $dateDiff: dateDiff,
  $dateTrunc: dateTrunc,
  $dateFromParts: dateFromParts,
};
