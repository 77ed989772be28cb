import { toDecimal } from "#server/embedded/mongo/bson/arithmetic.ts";
import { decimalFromString, decimalToDouble, decimalToString } from "#server/embedded/mongo/bson/decimal.ts";
import { hexOf } from "#server/embedded/mongo/bson/show.ts";
import {
  Binary,
  DateTime,
  Decimal,
  Double,
  ObjectId,
  TYPE_NUMBERS,
  Timestamp,
  isNumber,
  typeName,
} from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { isTruthy, toInteger, toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { isNullish, named, strictUnary, unary } from "./expression.ts";
import type { Operators } from "./expression.ts";

export function conversionFailure(value: Value, target: string): MongoError {
  return new MongoError(
    "ConversionFailure",
    `Unsupported conversion from ${typeName(value)} to ${target} in $convert with no onError value`,
  );
}

function parseFailure(value: string, target: string): MongoError {
  return new MongoError("ConversionFailure", `Failed to parse ${target} '${value}' in $convert with no onError value`);
}

export function showIso(date: DateTime): string {
  return new Date(Number(date.ms)).toISOString();
}

/** Numbers, dates, ids and booleans as text; undefined for what has no text of its own. */
export function toText(value: Value): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Double) return doubleText(value.value);
  if (value instanceof Decimal) return decimalToString(value);
  if (value instanceof ObjectId) return hexOf(value);
  return value instanceof DateTime ? showIso(value) : undefined;
}

function doubleText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  return Object.is(value, -0) ? "-0" : String(value);
}

function toStringValue(value: Value): Value {
  const text = toText(value);
  if (text !== undefined) return text;
  if (value instanceof Binary) return value.bytes.toString("base64");
  throw conversionFailure(value, "string");
}

function toInt(value: Value): Value {
  const whole = wholeOf(value, "int");
  if (BigInt.asIntN(32, whole) !== whole)
    throw new MongoError(
      "ConversionFailure",
      `Conversion would overflow target type in $convert with no onError value: ${whole}`,
    );
  return Number(whole);
}

function toLong(value: Value): Value {
  const whole = wholeOf(value, "long");
  if (BigInt.asIntN(64, whole) !== whole)
    throw new MongoError(
      "ConversionFailure",
      `Conversion would overflow target type in $convert with no onError value: ${whole}`,
    );
  return whole;
}

function wholeOf(value: Value, target: string): bigint {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (value instanceof DateTime && target === "long") return value.ms;
  if (value instanceof Decimal) {
    const number = decimalToDouble(value);
    if (!Number.isFinite(number)) throw conversionFailure(value, target);
    return BigInt(Math.trunc(number));
  }
  if (isNumber(value)) {
    const whole = toInteger(value);
    if (whole === undefined)
      throw new MongoError(
        "ConversionFailure",
        "Attempt to convert NaN or infinity value to integer type in $convert with no onError value",
      );
    return whole;
  }
  if (typeof value === "string") {
    if (!/^[+-]?\d+$/.test(value)) throw parseFailure(value, "number");
    return BigInt(value.replace(/^\+/, ""));
  }
  throw conversionFailure(value, target);
}

function toDoubleValue(value: Value): Value {
  if (typeof value === "boolean") return new Double(value ? 1 : 0);
  if (isNumber(value)) return new Double(toNumber(value));
  if (value instanceof DateTime) return new Double(Number(value.ms));
  if (typeof value === "string") {
    const number = /^\s|\s$|^$/.test(value) ? Number.NaN : Number(value);
    if (Number.isNaN(number) && value !== "NaN") throw parseFailure(value, "number");
    return new Double(number);
  }
  throw conversionFailure(value, "double");
}

function toDecimalValue(value: Value): Value {
  if (typeof value === "boolean") return toDecimal(value ? 1 : 0);
  if (isNumber(value)) return toDecimal(value);
  if (value instanceof DateTime) return toDecimal(value.ms);
  if (typeof value !== "string") throw conversionFailure(value, "decimal");
  try {
    return decimalFromString(value);
  } catch {
    throw parseFailure(value, "number");
  }
}

export function toDate(value: Value): DateTime {
  if (value instanceof DateTime) return value;
  if (value instanceof ObjectId)
    return new DateTime(BigInt(Buffer.from(value.bytes, "latin1").readUInt32BE(0)) * 1000n);
  if (value instanceof Timestamp) return new DateTime((value.bits >> 32n) * 1000n);
  if (typeof value === "string") return parseDate(value);
  if (isNumber(value) && typeof value !== "number") {
    const ms = toInteger(value);
    if (ms !== undefined) return new DateTime(ms);
  }
  throw conversionFailure(value, "date");
}

/** ISO 8601 and its shorter forms; without a zone the time is UTC. */
export function parseDate(text: string): DateTime {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i.exec(
    text.trim(),
  );
  const zone = parts?.[3] ?? "Z";
  const minutes = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const ms = parts === null ? Number.NaN : Date.parse(`${parts[1]}T${parts[2] ?? "00:00"}${minutes.toUpperCase()}`);
  if (Number.isNaN(ms)) throw new MongoError("ConversionFailure", `Error parsing date string '${text}'`);
  return new DateTime(BigInt(ms));
}

function toObjectId(value: Value): Value {
  if (value instanceof ObjectId) return value;
  if (typeof value !== "string") throw conversionFailure(value, "objectId");
  if (!/^[0-9a-f]{24}$/i.test(value))
    throw new MongoError(
      "ConversionFailure",
      `Failed to parse objectId '${value}' in $convert with no onError value: Invalid string length for parsing to OID, expected 24 but found ${value.length}`,
    );
  return new ObjectId(Buffer.from(value, "hex").toString("latin1"));
}

function toBool(value: Value): Value {
  return isNumber(value) || typeof value === "boolean" ? isTruthy(value) : true;
}

const TARGETS: ReadonlyMap<string, (value: Value) => Value> = new Map<string, (value: Value) => Value>([
  ["double", toDoubleValue],
  ["string", toStringValue],
  ["objectId", toObjectId],
  ["bool", toBool],
  ["date", toDate],
  ["int", toInt],
  ["long", toLong],
  ["decimal", toDecimalValue],
]);

function converterFor(target: Value | undefined): (value: Value) => Value {
  const code = isNumber(target) ? toNumber(target) : undefined;
  const name = typeof target === "string" ? target : [...TYPE_NUMBERS].find(([, number]) => number === code)?.[0];
  const converter = TARGETS.get(name ?? "");
  if (converter === undefined)
    throw new MongoError("FailedToParse", `$convert's 'to' argument is no type it converts to: ${String(name)}`);
  return converter;
}

export const CONVERSIONS: Operators = {
  $toString: strictUnary(toStringValue),
  $toInt: strictUnary(toInt),
  $toLong: strictUnary(toLong),
  $toDouble: strictUnary(toDoubleValue),
  $toDecimal: strictUnary(toDecimalValue),
  $toDate: strictUnary(toDate),
  $toObjectId: strictUnary(toObjectId),
  $toBool: strictUnary(toBool),
  $type: unary((value) => (value === undefined ? "missing" : typeName(value))),
  $isNumber: unary(isNumber),
  $convert: (operand, compile, _environment, name) => {
    const spec = named(operand, name, ["input", "to"], ["onError", "onNull", "format", "byteOrder", "base"]);
    for (const option of ["format", "byteOrder", "base"])
      if (spec.has(option)) throw new MongoError("CommandNotSupported", `$convert option '${option}' is not supported`);
    const [input, to] = [compile(spec.get("input") ?? null), compile(spec.get("to") ?? null)];
    const onNull = compile(spec.get("onNull") ?? null);
    const onError = spec.has("onError") ? compile(spec.get("onError") ?? null) : undefined;
    return (root, scope) => {
      const value = input(root, scope);
      if (isNullish(value)) return onNull(root, scope);
      const converter = converterFor(to(root, scope));
      try {
        return converter(value);
      } catch (error) {
        if (onError === undefined || !(error instanceof MongoError)) throw error;
        return onError(root, scope);
      }
    };
  },
};
