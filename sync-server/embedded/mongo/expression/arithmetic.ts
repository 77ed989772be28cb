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
import { compareNumbers, toDouble } from "#server/embedded/mongo/bson/numbers.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { DateTime, Decimal, Double, isNumber, typeName } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { toInteger, toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { fail, isNullish, nary, strictUnary } from "./expression.ts";
import type { Operator, Operators } from "./expression.ts";

export function requireNumber(value: Value | undefined, name: string): Numeric {
  if (isNumber(value)) return value;
  throw fail(28765, `${name} only supports numeric types, not ${value === undefined ? "missing" : typeName(value)}`);
}

/** Integers that leave int64 go on as doubles, as in MongoDB's aggregation. */
export function plus(left: Numeric, right: Numeric): Numeric {
  return addNumbers(left, right) ?? new Double(toNumber(left) + toNumber(right));
}

export function times(left: Numeric, right: Numeric): Numeric {
  return multiplyNumbers(left, right) ?? new Double(toNumber(left) * toNumber(right));
}

function add(args: readonly (Value | undefined)[]): Value {
  let sum: Numeric = 0;
  let date: DateTime | undefined;
  for (const value of args) {
    if (isNullish(value)) return null;
    if (value instanceof DateTime) {
      if (date !== undefined) throw fail(16612, "only one date allowed in an $add expression");
      date = value;
    } else if (isNumber(value)) sum = plus(sum, value);
    else throw fail(16554, `$add only supports numeric or date types, not ${typeName(value)}`);
  }
  return date === undefined ? sum : new DateTime(date.ms + BigInt(Math.round(toNumber(sum))));
}

function subtract([left, right]: readonly (Value | undefined)[]): Value {
  if (isNullish(left) || isNullish(right)) return null;
  if (left instanceof DateTime && right instanceof DateTime) return left.ms - right.ms;
  if (left instanceof DateTime && isNumber(right)) return new DateTime(left.ms - BigInt(Math.round(toNumber(right))));
  if (isNumber(left) && isNumber(right)) return plus(left, negateNumber(right));
  throw fail(16556, `can't $subtract ${typeName(right)} from ${typeName(left)}`);
}

export function divide(left: Numeric, right: Numeric): Numeric {
  if (left instanceof Decimal || right instanceof Decimal) return divideDecimals(toDecimal(left), toDecimal(right));
  if (toDouble(right) === 0) throw fail(16608, "can't $divide by zero");
  return new Double(toDouble(left) / toDouble(right));
}

function divideDecimals(left: Decimal, right: Decimal): Decimal {
  const a = decimalParts(left);
  const b = decimalParts(right);
  if (a.kind !== "finite" || b.kind !== "finite")
    return decimalFromDouble(decimalToDouble(left) / decimalToDouble(right));
  if (b.coefficient === 0n) throw fail(16608, "can't $divide by zero");
  const scaled = a.coefficient * 10n ** 40n;
  const exponent = a.exponent - b.exponent - 40;
  const negative = a.negative !== b.negative;
  let quotient = divideHalfEven(scaled, b.coefficient);
  let shift = exponent;
  // An exact quotient keeps no trailing zeros beyond what its operands had.
  while (quotient !== 0n && quotient % 10n === 0n && shift < a.exponent - b.exponent) {
    quotient /= 10n;
    shift += 1;
  }
  return decimalFrom({ kind: "finite", negative, coefficient: quotient, exponent: shift });
}

function modulo([left, right]: readonly (Value | undefined)[]): Value {
  if (isNullish(left) || isNullish(right)) return null;
  const a = requireNumber(left, "$mod");
  const b = requireNumber(right, "$mod");
  if (toNumber(b) === 0) throw fail(16610, "can't $mod by zero");
  if (a instanceof Decimal || b instanceof Decimal) return decimalFromDouble(toNumber(a) % toNumber(b));
  if (a instanceof Double || b instanceof Double) return new Double(toDouble(a) % toDouble(b));
  const rest = BigInt(a) % BigInt(b);
  return typeof a === "number" && typeof b === "number" ? Number(rest) : rest;
}

function floating(name: string, apply: (value: number) => number): Operator {
  return strictUnary((value) => {
    const number = requireNumber(value, name);
    const result = apply(toNumber(number));
    return number instanceof Decimal ? decimalFromDouble(result) : new Double(result);
  });
}

/** Integers stay as they are; doubles and decimals keep their type. */
function rounding(name: string, apply: (value: number) => number): Operator {
  return strictUnary((value) => {
    const number = requireNumber(value, name);
    if (number instanceof Double) return new Double(apply(number.value));
    return number instanceof Decimal ? roundDecimal(number, 0, name === "$ceil" ? "up" : "down") : number;
  });
}

type RoundingMode = "half-even" | "zero" | "up" | "down";

function roundDecimal(value: Decimal, place: number, mode: RoundingMode): Decimal {
  const parts = decimalParts(value);
  if (parts.kind !== "finite" || parts.exponent >= -place) return value;
  const divisor = 10n ** BigInt(-place - parts.exponent);
  const down = parts.coefficient / divisor;
  const isExact = down * divisor === parts.coefficient;
  const goesOut = (mode === "up" && !parts.negative) || (mode === "down" && parts.negative);
  const coefficient =
    mode === "half-even" ? divideHalfEven(parts.coefficient, divisor) : isExact || !goesOut ? down : down + 1n;
  return decimalFrom({ kind: "finite", negative: parts.negative, coefficient, exponent: -place });
}

function roundTo(name: string, mode: "half-even" | "zero"): Operator {
  return nary(1, 2, ([value, given]) => {
    if (isNullish(value)) return null;
    const number = requireNumber(value, name);
    const place = Number(toInteger(given ?? 0) ?? 0n);
    if (number instanceof Decimal) return roundDecimal(number, place, mode);
    if (number instanceof Double) {
      if (!Number.isFinite(number.value)) return number;
      return new Double(decimalToDouble(roundDecimal(exactDecimal(number.value), place, mode)));
    }
    if (place >= 0) return number;
    const unit = 10n ** BigInt(-place);
    const whole = BigInt(number);
    const size = whole < 0n ? -whole : whole;
    const kept = (mode === "zero" ? size / unit : divideHalfEven(size, unit)) * unit;
    const signed = whole < 0n ? -kept : kept;
    return typeof number === "bigint" ? signed : wholeNumber(signed);
  });
}

function exactDecimal(value: number): Decimal {
  const [digits = "0", exponent = "0"] = value.toExponential(16).split("e");
  const negative = digits.startsWith("-");
  const plain = digits.replace("-", "").replace(".", "");
  return decimalFrom({ kind: "finite", negative, coefficient: BigInt(plain), exponent: Number(exponent) - 16 });
}

export const ARITHMETIC: Operators = {
  $add: nary(0, Infinity, add),
  $subtract: nary(2, 2, subtract),
  $multiply: nary(0, Infinity, (args) => {
    let product: Numeric = 1;
    for (const value of args) {
      if (isNullish(value)) return null;
      product = times(product, requireNumber(value, "$multiply"));
    }
    return product;
  }),
  $divide: nary(2, 2, ([left, right]) => {
    if (isNullish(left) || isNullish(right)) return null;
    return divide(requireNumber(left, "$divide"), requireNumber(right, "$divide"));
  }),
  $mod: nary(2, 2, modulo),
  $abs: strictUnary((value) => {
    const number = requireNumber(value, "$abs");
    return compareNumbers(number, 0) < 0 ? negateNumber(number) : number;
  }),
  $ceil: rounding("$ceil", Math.ceil),
  $floor: rounding("$floor", Math.floor),
  $round: roundTo("$round", "half-even"),
  $trunc: roundTo("$trunc", "zero"),
  $sqrt: floating("$sqrt", (value) => {
    if (value < 0) throw fail(28714, "$sqrt's argument must be greater than or equal to 0");
    return Math.sqrt(value);
  }),
  $exp: floating("$exp", Math.exp),
  $ln: floating("$ln", Math.log),
  $log10: floating("$log10", Math.log10),
  $log: nary(2, 2, ([value, base]) => {
    if (isNullish(value) || isNullish(base)) return null;
    return new Double(
      Math.log(toNumber(requireNumber(value, "$log"))) / Math.log(toNumber(requireNumber(base, "$log"))),
    );
  }),
  $pow: nary(2, 2, ([base, exponent]) => {
    if (isNullish(base) || isNullish(exponent)) return null;
    const [a, b] = [requireNumber(base, "$pow"), requireNumber(exponent, "$pow")];
    const isWhole = typeof a !== "object" && typeof b !== "object";
    if (isWhole && b >= 0) {
      const power = BigInt(a) ** BigInt(b > 4096 ? 4096 : b);
      if (BigInt.asIntN(64, power) === power)
        return typeof a === "bigint" || typeof b === "bigint" ? power : wholeNumber(power);
    }
    return new Double(toNumber(a) ** toNumber(b));
  }),
  $sin: floating("$sin", Math.sin),
  $cos: floating("$cos", Math.cos),
  $tan: floating("$tan", Math.tan),
  $asin: floating("$asin", Math.asin),
  $acos: floating("$acos", Math.acos),
  $atan: floating("$atan", Math.atan),
  $atan2: nary(2, 2, ([y, x]) =>
    isNullish(y) || isNullish(x)
      ? null
      : new Double(Math.atan2(toNumber(requireNumber(y, "$atan2")), toNumber(requireNumber(x, "$atan2")))),
  ),
  $degreesToRadians: floating("$degreesToRadians", (value) => (value * Math.PI) / 180),
  $radiansToDegrees: floating("$radiansToDegrees", (value) => (value * 180) / Math.PI),
  $bitAnd: bits("$bitAnd", -1n, (a, b) => a & b),
  $bitOr: bits("$bitOr", 0n, (a, b) => a | b),
  $bitXor: bits("$bitXor", 0n, (a, b) => a ^ b),
};

function bits(name: string, start: bigint, combine: (left: bigint, right: bigint) => bigint): Operator {
  return nary(0, Infinity, (args) => {
    let out = start;
    let isLong = false;
    for (const value of args) {
      if (isNullish(value)) return null;
      if (typeof value !== "number" && typeof value !== "bigint")
        throw fail(14, `${name} only supports int and long operands.`);
      isLong ||= typeof value === "bigint";
      out = combine(out, BigInt(value));
    }
    return isLong ? out : Number(out);
  });
}
