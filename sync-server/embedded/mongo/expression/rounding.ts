import { negateNumber, wholeNumber } from "#server/embedded/mongo/bson/arithmetic.ts";
import { decimalFrom, decimalParts, decimalToDouble, divideHalfEven } from "#server/embedded/mongo/bson/decimal.ts";
import { compareNumbers, doubleFraction } from "#server/embedded/mongo/bson/numbers.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { Decimal, Double, isNumber } from "#server/embedded/mongo/bson/value.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { requireNumber } from "./arithmetic.ts";
import { fail, isNullish, nary, shownType, strictUnary } from "./expression.ts";
import type { Operator, Operators } from "./expression.ts";

type RoundingMode = "half-even" | "zero" | "up" | "down";

/** To so many places after the point; before it when negative. */
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

/** As many places as asked for, zeros included, while 34 digits hold them. */
function quantized(value: Decimal, place: number, mode: RoundingMode): Decimal {
  const parts = decimalParts(value);
  if (parts.kind !== "finite" || parts.exponent <= -place) return roundDecimal(value, place, mode);
  const coefficient = parts.coefficient * 10n ** BigInt(parts.exponent + place);
  if (coefficient >= 10n ** 34n) return decimalFrom({ kind: "nan" });
  return decimalFrom({ ...parts, coefficient, exponent: -place });
}

/** All the digits a finite double stands for, as far as 34 go. */
function exactDecimal(value: number): Decimal {
  const { numerator, denominator } = doubleFraction(value);
  const places = denominator.toString(2).length - 1;
  const size = (numerator < 0n ? -numerator : numerator) * 5n ** BigInt(places);
  return decimalFrom({ kind: "finite", negative: numerator < 0n, coefficient: size, exponent: -places });
}

function roundTo(name: string, mode: "half-even" | "zero"): Operator {
  return nary(1, 2, ([value, ...rest]) => {
    if (isNullish(value)) return null;
    if (!isNumber(value)) throw fail(51081, `${name} only supports numeric types, not ${shownType(value)}`);
    const [given = 0] = rest;
    if (rest.length > 0 && isNullish(rest[0])) return null;
    const place = isNumber(given) ? toNumber(given) : Number.NaN;
    if (!Number.isInteger(place)) throw fail(51082, `precision argument to  ${name} must be a integral value`);
    if (place < -20 || place > 100)
      throw fail(51083, `cannot apply ${name} with precision value ${place} value must be in [-20, 100]`);
    return roundAt(name, value, place, mode);
  });
}

function roundAt(name: string, value: Numeric, place: number, mode: "half-even" | "zero"): Numeric {
  if (value instanceof Decimal) return quantized(value, place, mode);
  if (value instanceof Double) {
    if (!Number.isFinite(value.value)) return value;
    const rounded = decimalToDouble(roundDecimal(exactDecimal(value.value), place, mode));
    return new Double(rounded === 0 && (value.value < 0 || Object.is(value.value, -0)) ? -0 : rounded);
  }
  return place >= 0 ? value : roundWhole(name, value, place, mode);
}

function roundWhole(name: string, value: number | bigint, place: number, mode: "half-even" | "zero"): number | bigint {
  const unit = 10n ** BigInt(-place);
  const whole = BigInt(value);
  const size = whole < 0n ? -whole : whole;
  const kept = (mode === "zero" ? size / unit : divideHalfEven(size, unit)) * unit;
  const signed = whole < 0n ? -kept : kept;
  if (BigInt.asIntN(64, signed) !== signed)
    throw fail(
      51080,
      `invalid conversion from Decimal128 result in ${name} resulting from arguments: [${value}, ${place}]`,
    );
  return typeof value === "bigint" ? signed : wholeNumber(signed);
}

/** Integers stay as they are; doubles and decimals keep their type. */
function toWhole(name: string, apply: (value: number) => number, mode: RoundingMode): Operator {
  return strictUnary((value) => {
    const number = requireNumber(value, name);
    if (number instanceof Double) return new Double(apply(number.value));
    return number instanceof Decimal ? roundDecimal(number, 0, mode) : number;
  });
}

export const ROUNDING: Operators = {
  $abs: strictUnary((value) => {
    const number = requireNumber(value, "$abs");
    if (number === -(2n ** 63n)) throw fail(28680, "can't take $abs of long long min");
    if (number instanceof Double) return new Double(Math.abs(number.value));
    return compareNumbers(number, 0) < 0 ? negateNumber(number) : number;
  }),
  $ceil: toWhole("$ceil", Math.ceil, "up"),
  $floor: toWhole("$floor", Math.floor, "down"),
  $round: roundTo("$round", "half-even"),
  $trunc: roundTo("$trunc", "zero"),
};
