import { toDecimal } from "#server/embedded/mongo/bson/arithmetic.ts";
import {
  decimalFromString,
  decimalParts,
  decimalToDouble,
  decimalToString,
} from "#server/embedded/mongo/bson/decimal.ts";
import { Binary, DateTime, Decimal, Double, ObjectId, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { TypeName, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { isTruthy, toInteger, toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { BINARY_TARGETS, binaryText, numberFromBinary } from "./binary-conversions.ts";
import { parseDate } from "./date-parse.ts";
import { momentIn } from "./dates.ts";
import { doubleText, toText } from "./text.ts";

/** What `$convert` was told beside the type. */
export type ConversionOptions = {
  subtype: Value;
  format: string | undefined;
  isBigEndian: boolean;
};

type Converter = (value: Value, options: ConversionOptions) => Value;

function conversionFailure(message: string): MongoError {
  return new MongoError("ConversionFailure", message);
}

const UNLESS = "in $convert with no onError value";

function unsupported(value: Value, target: string): MongoError {
  return conversionFailure(`Unsupported conversion from ${typeName(value)} to ${target} ${UNLESS}`);
}

function unparsed(value: string, reason: string): MongoError {
  return conversionFailure(`Failed to parse number '${value}' ${UNLESS}: ${reason}`);
}

function overflow(shown: string): MongoError {
  return conversionFailure(`Conversion would overflow target type ${UNLESS}: ${shown}`);
}

const toStringValue: Converter = (value, { format }) => {
  if (value instanceof Binary) return binaryText(value, format);
  const text = toText(value);
  if (text === undefined) throw unsupported(value, "string");
  return text;
};

const toInt: Converter = (value, { isBigEndian }) => {
  if (value instanceof Binary) return Number(numberFromBinary(value, [1, 2, 4], isBigEndian));
  if (value instanceof DateTime) throw unsupported(value, "int");
  return Number(wholeWithin(value, "int", 32));
};

const toLong: Converter = (value, { isBigEndian }) => {
  if (value instanceof Binary) return BigInt(numberFromBinary(value, [1, 2, 4, 8], isBigEndian));
  return wholeWithin(value, "long", 64);
};

function wholeWithin(value: Value, target: "int" | "long", bits: number): bigint {
  const whole = typeof value === "string" ? parseWhole(value) : wholeOf(value, target);
  if (BigInt.asIntN(bits, whole) === whole) return whole;
  if (typeof value === "string") throw unparsed(value, "Overflow");
  throw overflow(
    value instanceof Double ? doubleText(value.value) : value instanceof Decimal ? decimalToString(value) : "",
  );
}

function parseWhole(text: string): bigint {
  refuseHex(text);
  if (text === "") throw unparsed(text, "Empty string");
  if (/^\s/.test(text)) throw unparsed(text, "Leading whitespace");
  const digits = text.replace(/^[+-]/, "");
  if (digits === "") throw unparsed(text, "No digits");
  const wrong = /\D/.exec(digits)?.[0];
  if (wrong !== undefined) throw unparsed(text, `Bad digit "${wrong}" while parsing ${text}`);
  return text.startsWith("-") ? -BigInt(digits) : BigInt(digits);
}

function refuseHex(text: string): void {
  if (/^0x/i.test(text)) throw conversionFailure(`Illegal hexadecimal input ${UNLESS}: ${text}`);
}

function wholeOf(value: Value, target: string): bigint {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (value instanceof DateTime) return value.ms;
  if (!isNumber(value)) throw unsupported(value, target);
  if (value instanceof Decimal) {
    const parts = decimalParts(value);
    if (parts.kind !== "finite") throw notFinite(parts.kind === "nan");
    const scale = 10n ** BigInt(Math.min(Math.abs(parts.exponent), 7000));
    const size = parts.exponent >= 0 ? parts.coefficient * scale : parts.coefficient / scale;
    return parts.negative ? -size : size;
  }
  const number = toNumber(value);
  if (!Number.isFinite(number)) throw notFinite(Number.isNaN(number));
  return toInteger(value) ?? 0n;
}

function notFinite(isNaN: boolean): MongoError {
  return conversionFailure(`Attempt to convert ${isNaN ? "NaN" : "infinity"} value to integer type ${UNLESS}`);
}

const toDoubleValue: Converter = (value, { isBigEndian }) => {
  if (typeof value === "boolean") return new Double(value ? 1 : 0);
  if (value instanceof Decimal) {
    const number = decimalToDouble(value);
    if (!Number.isFinite(number) && decimalParts(value).kind === "finite") throw overflow(decimalToString(value));
    return new Double(number);
  }
  if (isNumber(value)) return new Double(toNumber(value));
  if (value instanceof DateTime) return new Double(Number(value.ms));
  if (value instanceof Binary) return new Double(Number(numberFromBinary(value, ["float", "double"], isBigEndian)));
  if (typeof value === "string") return new Double(parseDouble(value));
  throw unsupported(value, "double");
};

function parseDouble(text: string): number {
  refuseHex(text);
  if (text === "") throw unparsed(text, "Empty string");
  if (/^\s/.test(text)) throw unparsed(text, "Leading whitespace");
  const special = /^([+-]?)(?:(inf|infinity)|nan)$/i.exec(text);
  if (special !== null) return special[2] === undefined ? Number.NaN : special[1] === "-" ? -Infinity : Infinity;
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i.exec(text)?.[0];
  if (number === undefined) throw unparsed(text, "Did not consume any digits");
  if (number !== text) throw unparsed(text, "Did not consume whole string.");
  if (!Number.isFinite(Number(number))) throw unparsed(text, "Out of range");
  return Number(number);
}

const toDecimalValue: Converter = (value) => {
  if (typeof value === "boolean") return toDecimal(value ? 1 : 0);
  if (isNumber(value)) return toDecimal(value);
  if (value instanceof DateTime) return toDecimal(value.ms);
  if (typeof value !== "string") throw unsupported(value, "decimal");
  refuseHex(value);
  if (value === "") throw unparsed(value, "Empty string");
  try {
    return decimalFromString(value);
  } catch {
    throw unparsed(value, "Failed to parse string to decimal");
  }
};

const toDate: Converter = (value) => {
  if (typeof value === "string") return parseDate(value);
  if (isNumber(value) && typeof value !== "number") return new DateTime(wholeWithin(value, "long", 64));
  const ms = momentIn(value);
  if (ms === undefined) throw unsupported(value, "date");
  return value instanceof DateTime ? value : new DateTime(BigInt(ms));
};

const toObjectId: Converter = (value) => {
  if (value instanceof ObjectId) return value;
  if (typeof value !== "string") throw unsupported(value, "objectId");
  const complaint = `Failed to parse objectId '${value}' ${UNLESS}: `;
  if (value.length !== 24)
    throw conversionFailure(
      `${complaint}Invalid string length for parsing to OID, expected 24 but found ${Buffer.byteLength(value)}`,
    );
  const wrong = /[^0-9a-f]/i.exec(value)?.[0];
  if (wrong !== undefined) throw conversionFailure(`${complaint}Invalid character found in hex string: '${wrong}'`);
  return new ObjectId(Buffer.from(value, "hex").toString("latin1"));
};

const toBool: Converter = (value) => (isNumber(value) || typeof value === "boolean" ? isTruthy(value) : true);

const TARGETS: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ["double", toDoubleValue],
  ["string", toStringValue],
  ["objectId", toObjectId],
  ["bool", toBool],
  ["date", toDate],
  ["int", toInt],
  ["long", toLong],
  ["decimal", toDecimalValue],
]);

/** Converts to a type by its name, where anything converts to it at all. */
export function convertTo(target: TypeName, value: Value, options: ConversionOptions): Value {
  if (target === "binData") {
    const converter = BINARY_TARGETS.get(typeName(value));
    if (converter === undefined) throw unsupported(value, target);
    return converter(value, options);
  }
  const converter = TARGETS.get(target);
  if (converter === undefined) throw unsupported(value, target);
  return converter(value, options);
}
