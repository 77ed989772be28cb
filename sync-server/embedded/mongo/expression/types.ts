import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { TYPE_NUMBERS, isDoc, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { TypeName, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue, failedToParse } from "#server/embedded/mongo/error.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { convertTo } from "./conversions.ts";
import type { ConversionOptions } from "./conversions.ts";
import { optional } from "./dates.ts";
import { fail, isNullish, named, shownType, unary } from "./expression.ts";
import type { Operator, Operators } from "./expression.ts";

/** `$toInt` and its like: a conversion with nothing to say about it. */
function shorthand(target: TypeName, given: Partial<ConversionOptions> = {}): Operator {
  const options: ConversionOptions = { subtype: 0, format: "auto", isBigEndian: false, ...given };
  return (operand, compile, _environment, name) => {
    if (Array.isArray(operand) && operand.length !== 1)
      throw fail(50723, `${name} requires a single argument, got ${operand.length}`);
    const input = compile(Array.isArray(operand) ? (operand[0] ?? null) : operand);
    return (root, scope) => {
      const value = input(root, scope);
      return isNullish(value) ? null : convertTo(target, value, options);
    };
  };
}

function isTypeName(name: string): name is TypeName {
  return TYPE_NUMBERS.has(name);
}

/** Undefined where it is null. */
function targetOf(value: Value | undefined): TypeName | undefined {
  if (isNullish(value)) return undefined;
  if (typeof value === "string") {
    if (isTypeName(value)) return value;
    throw badValue(`Unknown type name: ${value}`);
  }
  if (!isNumber(value))
    throw failedToParse(`$convert's 'to' argument must be a string or number, but is ${shownType(value)}`);
  const code = toNumber(value);
  if (!Number.isInteger(code)) throw failedToParse("In $convert, numeric 'to' argument is not an integer");
  const name = [...TYPE_NUMBERS].find(([, number]) => number === code)?.[0];
  if (name === undefined || !isTypeName(name))
    throw failedToParse(`In $convert, numeric value for 'to' does not correspond to a BSON type: ${code}`);
  return name;
}

const FORMATS = ["auto", "base64", "base64url", "hex", "utf8", "uuid"];

function formatOf(value: Value | undefined): string | undefined {
  if (isNullish(value)) return undefined;
  if (typeof value !== "string")
    throw fail(
      4341114,
      `$convert requires that 'format' be a string, found: ${shownType(value)} with value ${showValue(value)}`,
    );
  if (!FORMATS.includes(value)) throw fail(4341125, `Invalid 'format' argument for $convert: ${value}`);
  return value;
}

function isBigEndianOf(value: Value | undefined): boolean {
  if (isNullish(value)) return false;
  if (typeof value !== "string")
    throw fail(
      9130001,
      `$convert requires that 'byteOrder' be a string, found: ${shownType(value)} with value ${showValue(value)}`,
    );
  if (value !== "big" && value !== "little") throw fail(9130002, `Invalid 'byteOrder' argument for $convert: ${value}`);
  return value === "big";
}

const convert: Operator = (operand, compile) => {
  const spec = named(operand, ["input", "to", "onError?", "onNull?", "format?", "byteOrder?"], {
    shape: (given) => failedToParse(`$convert expects an object of named arguments but found: ${shownType(given)}`),
    unknown: (key) => failedToParse(`$convert found an unknown argument: ${key}`),
    missing: (key) => failedToParse(`Missing '${key}' parameter to $convert`),
  });
  const given = spec.get("to") ?? null;
  const isObject = isDoc(given) && given.keys().next().value?.startsWith("$") !== true;
  const to = compile(isObject ? (given.get("type") ?? null) : given);
  const subtype = compile(isObject ? (given.get("subtype") ?? 0) : 0);
  const input = compile(spec.get("input") ?? null);
  const format = optional(compile, spec.get("format"));
  const byteOrder = optional(compile, spec.get("byteOrder"));
  const onNull = compile(spec.get("onNull") ?? null);
  const onError = optional(compile, spec.get("onError"));
  return (root, scope) => {
    const target = targetOf(to(root, scope));
    const value = input(root, scope);
    const options = {
      subtype: subtype(root, scope) ?? null,
      format: formatOf(format?.(root, scope)),
      isBigEndian: isBigEndianOf(byteOrder?.(root, scope)),
    };
    if (isNullish(value)) return onNull(root, scope);
    if (target === undefined) return null;
    try {
      return convertTo(target, value, options);
    } catch (error) {
      if (onError === undefined || !(error instanceof MongoError) || error.codeName !== "ConversionFailure")
        throw error;
      return onError(root, scope);
    }
  };
};

export const TYPES: Operators = {
  $toString: shorthand("string"),
  $toInt: shorthand("int"),
  $toLong: shorthand("long"),
  $toDouble: shorthand("double"),
  $toDecimal: shorthand("decimal"),
  $toDate: shorthand("date"),
  $toObjectId: shorthand("objectId"),
  $toBool: shorthand("bool"),
  $toUUID: shorthand("binData", { subtype: 4, format: "uuid" }),
  $type: unary(shownType),
  $isNumber: unary(isNumber),
  $convert: convert,
};
