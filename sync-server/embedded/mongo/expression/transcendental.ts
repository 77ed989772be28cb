import { toDecimal, wholeNumber } from "#server/embedded/mongo/bson/arithmetic.ts";
import { decimalParts } from "#server/embedded/mongo/bson/decimal.ts";
import type { Numeric } from "#server/embedded/mongo/bson/numbers.ts";
import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { Decimal, Double, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { toNumber } from "#server/embedded/mongo/query/coerce.ts";
import { addValues, divideValues, multiplyValues, requireNumber } from "./arithmetic.ts";
import {
  decimalAcos,
  decimalAcosh,
  decimalAsin,
  decimalAsinh,
  decimalAtan,
  decimalAtan2,
  decimalAtanh,
  decimalCos,
  decimalCosh,
  decimalExp,
  decimalLn,
  decimalLog,
  decimalLog10,
  decimalPow,
  decimalSin,
  decimalSinh,
  decimalSqrt,
  decimalTan,
  decimalTanh,
  decimalToDegrees,
  decimalToRadians,
} from "./decimal-functions.ts";
import { fail, isNullish, nary, shownType, strictUnary } from "./expression.ts";
import type { Operators } from "./expression.ts";

type ByType = { double: (value: number) => number; decimal: (value: Decimal) => Decimal };

function real(name: string, { double, decimal }: ByType, check?: (number: number, given: Numeric) => void): Operators {
  return {
    [name]: strictUnary((value) => {
      const number = requireNumber(value, name);
      check?.(toNumber(number), number);
      return number instanceof Decimal ? decimal(number) : new Double(double(toNumber(number)));
    }),
  };
}

/** Only within these bounds, NaN aside. */
function within(name: string, byType: ByType, range: string, isInside: (number: number) => boolean): Operators {
  return real(name, byType, (number, given) => {
    if (!Number.isNaN(number) && !isInside(number))
      throw fail(50989, `cannot apply ${name} to ${bare(given)}, value must be in ${range}`);
  });
}

/** A number as it stands in these messages: a double without a point where it is whole. */
function bare(value: Numeric): string {
  if (!(value instanceof Double)) return value instanceof Decimal ? showValue(value).slice(12, -2) : String(value);
  if (Number.isFinite(value.value)) return String(value.value);
  return value.value > 0 ? "inf" : "-inf";
}

function positive(code: number, name: string): (number: number, given: Numeric) => void {
  return (number, given) => {
    if (!Number.isNaN(number) && !(number > 0 || isAboveZero(given)))
      throw fail(code, `${name}'s argument must be a positive number, but is ${bare(given)}`);
  };
}

/** A decimal may be too small for a double and still be above zero. */
function isAboveZero(value: Numeric): boolean {
  if (!(value instanceof Decimal)) return false;
  const parts = decimalParts(value);
  return parts.kind === "finite" && !parts.negative && parts.coefficient > 0n;
}

function logarithm(value: Value | undefined, base: Value | undefined): Value {
  if (isNullish(value) || isNullish(base)) return null;
  if (!isNumber(value)) throw fail(28756, `$log's argument must be numeric, not ${shownType(value)}`);
  if (!isNumber(base)) throw fail(28757, `$log's base must be numeric, not ${shownType(base)}`);
  positive(28758, "$log")(toNumber(value), value);
  const number = toNumber(base);
  if (!Number.isNaN(number) && (!(number > 0 || isAboveZero(base)) || number === 1))
    throw fail(28759, `$log's base must be a positive number not equal to 1, but is ${bare(base)}`);
  if (value instanceof Decimal || base instanceof Decimal) return decimalLog(toDecimal(value), toDecimal(base));
  return new Double(Math.log(toNumber(value)) / Math.log(number));
}

function power(base: Value | undefined, exponent: Value | undefined): Value {
  if (isNullish(base) || isNullish(exponent)) return null;
  if (!isNumber(base)) throw fail(28762, `$pow's base must be numeric, not ${shownType(base)}`);
  if (!isNumber(exponent)) throw fail(28763, `$pow's exponent must be numeric, not ${shownType(exponent)}`);
  if (toNumber(base) === 0 && !isAboveZero(base) && toNumber(exponent) < 0)
    throw fail(28764, "$pow cannot take a base of 0 and a negative exponent");
  if (base instanceof Decimal || exponent instanceof Decimal) return decimalPow(toDecimal(base), toDecimal(exponent));
  const whole = typeof base !== "object" && typeof exponent !== "object" ? wholePower(base, exponent) : undefined;
  return whole ?? new Double(toNumber(base) ** toNumber(exponent));
}

/** Undefined where the result is no int64. */
function wholePower(base: number | bigint, exponent: number | bigint): Value | undefined {
  const [from, by] = [BigInt(base), BigInt(exponent)];
  const isUnit = from >= -1n && from <= 1n;
  if (!isUnit && (by < 0n || by > 63n)) return undefined;
  const result = from ** (isUnit ? 2n - (by % 2n === 0n ? 0n : 1n) : by);
  const exact = by === 0n ? 1n : result;
  if (BigInt.asIntN(64, exact) !== exact) return undefined;
  return typeof base === "bigint" || typeof exponent === "bigint" ? exact : wholeNumber(exact);
}

const FINITE = "(-inf,inf)";
const UNIT = "[-1,1]";

export const TRANSCENDENTAL: Operators = {
  ...real("$sqrt", { double: Math.sqrt, decimal: decimalSqrt }, (number) => {
    if (number < 0) throw fail(28714, "$sqrt's argument must be greater than or equal to 0");
  }),
  ...real("$exp", { double: Math.exp, decimal: decimalExp }),
  ...real("$ln", { double: Math.log, decimal: decimalLn }, positive(28766, "$ln")),
  ...real("$log10", { double: Math.log10, decimal: decimalLog10 }, positive(28761, "$log10")),
  $log: nary(2, 2, ([value, base]) => logarithm(value, base)),
  $pow: nary(2, 2, ([base, exponent]) => power(base, exponent)),
  ...within("$sin", { double: Math.sin, decimal: decimalSin }, FINITE, Number.isFinite),
  ...within("$cos", { double: Math.cos, decimal: decimalCos }, FINITE, Number.isFinite),
  ...within("$tan", { double: Math.tan, decimal: decimalTan }, FINITE, Number.isFinite),
  ...within("$asin", { double: Math.asin, decimal: decimalAsin }, UNIT, (number) => Math.abs(number) <= 1),
  ...within("$acos", { double: Math.acos, decimal: decimalAcos }, UNIT, (number) => Math.abs(number) <= 1),
  ...real("$atan", { double: Math.atan, decimal: decimalAtan }),
  ...real("$sinh", { double: Math.sinh, decimal: decimalSinh }),
  ...real("$cosh", { double: Math.cosh, decimal: decimalCosh }),
  ...real("$tanh", { double: Math.tanh, decimal: decimalTanh }),
  ...real("$asinh", { double: Math.asinh, decimal: decimalAsinh }),
  ...within("$acosh", { double: Math.acosh, decimal: decimalAcosh }, "[1,inf]", (number) => number >= 1),
  ...within("$atanh", { double: Math.atanh, decimal: atanh }, UNIT, (number) => Math.abs(number) <= 1),
  $atan2: nary(2, 2, ([y, x]) => {
    if (isNullish(y) || isNullish(x)) return null;
    if (!isNumber(y)) throw fail(51044, `$atan2 only supports numeric types, not ${shownType(y)}`);
    if (!isNumber(x)) throw fail(51045, `$atan2 only supports numeric types, not ${shownType(x)}`);
    if (y instanceof Decimal || x instanceof Decimal) return decimalAtan2(toDecimal(y), toDecimal(x));
    return new Double(Math.atan2(toNumber(y), toNumber(x)));
  }),
  ...real("$degreesToRadians", { double: (value) => value * (Math.PI / 180), decimal: decimalToRadians }),
  ...real("$radiansToDegrees", { double: (value) => value * (180 / Math.PI), decimal: decimalToDegrees }),
  $sigmoid: strictUnary((value) => {
    const grown = requireNumber(multiplyValues([-1, value]), "$sigmoid");
    const shrunk = grown instanceof Decimal ? decimalExp(grown) : new Double(Math.exp(toNumber(grown)));
    return divideValues(1, addValues([1, shrunk]));
  }),
};

/** At its ends it is infinite, which no series says. */
function atanh(value: Decimal): Decimal {
  const number = toNumber(value);
  return Math.abs(number) === 1 ? toDecimal(new Double(number * Infinity)) : decimalAtanh(value);
}
