import {
  addNumbers,
  multiplyNumbers,
  negateNumber,
  toDecimal,
  wholeNumber,
} from "#server/embedded/mongo/bson/arithmetic.ts";
import {
  decimalFrom,
  decimalFromDouble,
  decimalParts,
  decimalToDouble,
  divideHalfEven,
} from "#server/embedded/mongo/bson/decimal.ts";
import { toDouble } from "#server/embedded/mongo/bson/numbers.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { DateTime, Decimal, Double, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue, typeMismatch } from "#server/embedded/mongo/error.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { fail, isNullish, nary, shownType, strictUnary } from "./expression.ts";
import type { Operators } from "./expression.ts";

/** Integers that leave int64 go on as doubles, as in MongoDB's aggregation. */
export function plus(left: Numeric, right: Numeric): Numeric {
  return addNumbers(left, right) ?? new Double(toNumber(left) + toNumber(right));
}

export function times(left: Numeric, right: Numeric): Numeric {
  return multiplyNumbers(left, right) ?? new Double(toNumber(left) * toNumber(right));
}

/** The type is the widest of the operands', whatever the sums on the way would have needed. */
function narrowed(result: Numeric, operands: readonly (Value | undefined)[]): Numeric {
  const isInt = typeof result === "bigint" && operands.every((operand) => typeof operand === "number");
  return isInt ? wholeNumber(result) : result;
}

export function addValues(operands: readonly (Value | undefined)[]): Value {
  let sum: Numeric = 0;
  let isDate = false;
  for (const value of operands) {
    if (isNullish(value)) return null;
    if (value instanceof DateTime) {
      if (isDate) throw fail(16612, "only one date allowed in an $add expression");
      sum = milliseconds(sum) + value.ms;
      isDate = true;
    } else if (!isNumber(value)) throw typeMismatch(`$add only supports numeric or date types, not ${typeName(value)}`);
    else if (isDate) sum = BigInt(toWhole(sum)) + milliseconds(value);
    else sum = plus(sum, value);
    if (isDate) checkDate(toWhole(sum));
  }
  return isDate ? new DateTime(toWhole(sum)) : narrowed(sum, operands);
}

function toWhole(value: Numeric): bigint {
  return typeof value === "bigint" ? value : milliseconds(value);
}

/** How far a number moves a date: rounded half away from zero, a decimal half to even. */
function milliseconds(value: Numeric): bigint {
  if (typeof value === "number" || typeof value === "bigint") return BigInt(value);
  const rounded =
    value instanceof Decimal
      ? wholeOfDecimal(value)
      : Number.isFinite(value.value)
        ? BigInt(Math.sign(value.value) * Math.round(Math.abs(value.value)))
        : undefined;
  if (rounded === undefined || BigInt.asIntN(64, rounded) !== rounded) throw dateOverflow();
  return rounded;
}

function wholeOfDecimal(value: Decimal): bigint | undefined {
  const parts = decimalParts(value);
  if (parts.kind !== "finite" || parts.exponent > 40) return undefined;
  const size =
    parts.exponent >= 0
      ? parts.coefficient * 10n ** BigInt(parts.exponent)
      : divideHalfEven(parts.coefficient, 10n ** BigInt(-parts.exponent));
  return parts.negative ? -size : size;
}

function dateOverflow(): MongoError {
  return new MongoError("Overflow", "date overflow");
}

function checkDate(ms: bigint): bigint {
  if (BigInt.asIntN(64, ms) !== ms) throw dateOverflow();
  return ms;
}

export function subtractValues(left: Value | undefined, right: Value | undefined): Value {
  if (isNumber(left) && isNumber(right)) return narrowed(plus(left, negateNumber(right)), [left, right]);
  if (isNullish(left) || isNullish(right)) return null;
  if (left instanceof DateTime && right instanceof DateTime) return checkDate(left.ms - right.ms);
  if (left instanceof DateTime && isNumber(right)) return new DateTime(checkDate(left.ms - milliseconds(right)));
  throw typeMismatch(`can't $subtract ${typeName(right)} from ${left instanceof DateTime ? "Date" : typeName(left)}`);
}

export function multiplyValues(operands: readonly (Value | undefined)[]): Value {
  let product: Numeric = 1;
  for (const value of operands) {
    if (isNullish(value)) return null;
    if (!isNumber(value)) throw typeMismatch(`$multiply only supports numeric types, not ${typeName(value)}`);
    product = times(product, value);
  }
  return narrowed(product, operands);
}

export function divideValues(left: Value | undefined, right: Value | undefined): Value {
  if (isNumber(left) && isNumber(right)) return divide(left, right);
  if (isNullish(left) || isNullish(right)) return null;
  throw typeMismatch(`$divide only supports numeric types, not ${typeName(left)} and ${typeName(right)}`);
}

/** Throws BadValue for a divisor of zero. */
export function divide(left: Numeric, right: Numeric): Numeric {
  if (left instanceof Decimal || right instanceof Decimal) return divideDecimals(toDecimal(left), toDecimal(right));
  if (toDouble(right) === 0) throw badValue("can't $divide by zero");
  return new Double(toDouble(left) / toDouble(right));
}

function divideDecimals(left: Decimal, right: Decimal): Decimal {
  const a = decimalParts(left);
  const b = decimalParts(right);
  if (b.kind === "finite" && b.coefficient === 0n) throw badValue("can't $divide by zero");
  if (a.kind !== "finite" || b.kind !== "finite")
    return decimalFromDouble(decimalToDouble(left) / decimalToDouble(right));
  const preferred = a.exponent - b.exponent;
  const negative = a.negative !== b.negative;
  if (a.coefficient === 0n) return decimalFrom({ kind: "finite", negative, coefficient: 0n, exponent: preferred });
  const scale = 40 + Math.max(0, b.coefficient.toString().length - a.coefficient.toString().length);
  const scaled = a.coefficient * 10n ** BigInt(scale);
  let quotient = scaled / b.coefficient;
  let exponent = preferred - scale;
  if (quotient * b.coefficient !== scaled) {
    // A digit that stands for all that follow, so that rounding to 34 digits sees there is more.
    quotient = quotient * 10n + 1n;
    exponent -= 1;
  } else
    // An exact quotient keeps no trailing zeros beyond what its operands had.
    while (quotient % 10n === 0n && exponent < preferred) {
      quotient /= 10n;
      exponent += 1;
    }
  return decimalFrom({ kind: "finite", negative, coefficient: quotient, exponent });
}

export function moduloValues(left: Value | undefined, right: Value | undefined): Value {
  if (isNumber(left) && isNumber(right)) return modulo(left, right);
  if (isNullish(left) || isNullish(right)) return null;
  throw fail(16611, `$mod only supports numeric types, not ${typeName(left)} and ${typeName(right)}`);
}

function modulo(left: Numeric, right: Numeric): Numeric {
  if (left instanceof Decimal || right instanceof Decimal) return moduloDecimals(toDecimal(left), toDecimal(right));
  if (toDouble(right) === 0) throw fail(16610, "can't $mod by zero");
  if (left instanceof Double || right instanceof Double) return new Double(toDouble(left) % toDouble(right));
  const rest = BigInt(left) % BigInt(right);
  return typeof left === "number" && typeof right === "number" ? Number(rest) : rest;
}

function moduloDecimals(left: Decimal, right: Decimal): Decimal {
  const a = decimalParts(left);
  const b = decimalParts(right);
  if (b.kind === "finite" && b.coefficient === 0n) throw fail(5733415, "can't $mod by zero");
  if (a.kind !== "finite" || b.kind === "nan") return decimalFrom({ kind: "nan" });
  if (b.kind === "infinite") return left;
  const exponent = Math.min(a.exponent, b.exponent);
  const divisor = b.coefficient * 10n ** BigInt(b.exponent - exponent);
  const coefficient = (a.coefficient * 10n ** BigInt(a.exponent - exponent)) % divisor;
  return decimalFrom({ kind: "finite", negative: a.negative, coefficient, exponent });
}

export function requireNumber(value: Value | undefined, name: string): Numeric {
  if (isNumber(value)) return value;
  throw fail(28765, `${name} only supports numeric types, not ${shownType(value)}`);
}

function bits(name: string, start: bigint, combine: (left: bigint, right: bigint) => bigint): Operators {
  return {
    [name]: nary(0, Infinity, (args) => {
      let out = start;
      let isLong = false;
      for (const value of args) {
        if (isNullish(value)) return null;
        if (typeof value !== "number" && typeof value !== "bigint")
          throw typeMismatch(`${name} only supports int and long operands.`);
        isLong ||= typeof value === "bigint";
        out = combine(out, BigInt(value));
      }
      return isLong ? out : Number(out);
    }),
  };
}

export const ARITHMETIC: Operators = {
  $add: nary(0, Infinity, addValues),
  $subtract: nary(2, 2, ([left, right]) => subtractValues(left, right)),
  $multiply: nary(0, Infinity, multiplyValues),
  $divide: nary(2, 2, ([left, right]) => divideValues(left, right)),
  $mod: nary(2, 2, ([left, right]) => moduloValues(left, right)),
  ...bits("$bitAnd", -1n, (left, right) => left & right),
  ...bits("$bitOr", 0n, (left, right) => left | right),
  ...bits("$bitXor", 0n, (left, right) => left ^ right),
  $bitNot: strictUnary((value) => {
    const number = requireNumber(value, "$bitNot");
    if (typeof number === "object") throw typeMismatch(`$bitNot only supports int and long, not: ${typeName(number)}.`);
    return ~number;
  }),
};
