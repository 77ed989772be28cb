import { decimalFrom, decimalFromDouble, decimalParts } from "./decimal.ts";
import type { DecimalParts } from "./decimal.ts";
import { toDouble } from "./numbers.ts";
import type { Numeric } from "./numbers.ts";
import { Decimal, Double } from "./value.ts";

const INT32_MIN = -(2n ** 31n);
const INT32_MAX = 2n ** 31n - 1n;

/** Undefined when two integers have no int64 sum. */
export function addNumbers(left: Numeric, right: Numeric): Numeric | undefined {
  if (left instanceof Decimal || right instanceof Decimal) return addDecimals(toDecimal(left), toDecimal(right));
  if (left instanceof Double || right instanceof Double) return new Double(toDouble(left) + toDouble(right));
  return narrow(BigInt(left) + BigInt(right), left, right);
}

/** Undefined when two integers have no int64 product. */
export function multiplyNumbers(left: Numeric, right: Numeric): Numeric | undefined {
  if (left instanceof Decimal || right instanceof Decimal) return multiplyDecimals(toDecimal(left), toDecimal(right));
  if (left instanceof Double || right instanceof Double) return new Double(toDouble(left) * toDouble(right));
  return narrow(BigInt(left) * BigInt(right), left, right);
}

export function negateNumber(value: Numeric): Numeric {
  if (value instanceof Decimal) {
    const parts = decimalParts(value);
    return parts.kind === "nan" ? value : decimalFrom({ ...parts, negative: !parts.negative });
  }
  if (value instanceof Double) return new Double(-value.value);
  if (typeof value === "number") return value === -(2 ** 31) ? BigInt(2 ** 31) : -value;
  return -value;
}

/** Two int32 give an int32 while it fits, else an int64. */
function narrow(sum: bigint, left: number | bigint, right: number | bigint): number | bigint | undefined {
  const bothInt = typeof left === "number" && typeof right === "number";
  if (bothInt && sum >= INT32_MIN && sum <= INT32_MAX) return Number(sum);
  return BigInt.asIntN(64, sum) === sum ? sum : undefined;
}

/** The smallest of int32 and int64 that holds the whole number. */
export function wholeNumber(value: bigint): number | bigint {
  return value >= INT32_MIN && value <= INT32_MAX ? Number(value) : value;
}

export function toDecimal(value: Numeric): Decimal {
  if (value instanceof Decimal) return value;
  if (value instanceof Double) return decimalFromDouble(value.value);
  const whole = BigInt(value);
  return decimalFrom({ kind: "finite", negative: whole < 0n, coefficient: whole < 0n ? -whole : whole, exponent: 0 });
}

function signed(parts: Extract<DecimalParts, { kind: "finite" }>): bigint {
  return parts.negative ? -parts.coefficient : parts.coefficient;
}

function addDecimals(left: Decimal, right: Decimal): Decimal {
  const a = decimalParts(left);
  const b = decimalParts(right);
  if (a.kind === "nan" || b.kind === "nan") return decimalFrom({ kind: "nan" });
  if (a.kind === "infinite") {
    return b.kind === "infinite" && a.negative !== b.negative ? decimalFrom({ kind: "nan" }) : left;
  }
  if (b.kind === "infinite") return right;
  const exponent = Math.min(a.exponent, b.exponent);
  const sum = signed(a) * 10n ** BigInt(a.exponent - exponent) + signed(b) * 10n ** BigInt(b.exponent - exponent);
  return decimalFrom({ kind: "finite", negative: sum < 0n, coefficient: sum < 0n ? -sum : sum, exponent });
}

function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  const a = decimalParts(left);
  const b = decimalParts(right);
  if (a.kind === "nan" || b.kind === "nan") return decimalFrom({ kind: "nan" });
  const negative = a.negative !== b.negative;
  if (a.kind === "infinite" || b.kind === "infinite") {
    const isZero = (a.kind === "finite" && a.coefficient === 0n) || (b.kind === "finite" && b.coefficient === 0n);
    return isZero ? decimalFrom({ kind: "nan" }) : decimalFrom({ kind: "infinite", negative });
  }
  return decimalFrom({
    kind: "finite",
    negative,
    coefficient: a.coefficient * b.coefficient,
    exponent: a.exponent + b.exponent,
  });
}
