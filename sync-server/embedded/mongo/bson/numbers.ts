import { decimalParts } from "./decimal.ts";
import { Decimal, Double } from "./value.ts";

export type Numeric = number | bigint | Double | Decimal;

/** An exact fraction; the denominator is positive. */
type Fraction = { numerator: bigint; denominator: bigint };

/** Compares by exact mathematical value across all four types; NaN equals NaN and is below everything. */
export function compareNumbers(left: Numeric, right: Numeric): number {
  if (left instanceof Decimal || right instanceof Decimal) return compareExactly(left, right);
  const a = left instanceof Double ? left.value : left;
  const b = right instanceof Double ? right.value : right;
  if (a < b) return -1;
  if (a > b) return 1;
  const aIsNumber = !Number.isNaN(a);
  const bIsNumber = !Number.isNaN(b);
  return aIsNumber === bIsNumber ? 0 : aIsNumber ? 1 : -1;
}

export function isNaNValue(value: Numeric): boolean {
  if (value instanceof Double) return Number.isNaN(value.value);
  return value instanceof Decimal && decimalParts(value).kind === "nan";
}

/** -2 NaN, -1 minus infinity, 0 finite, 1 infinity. */
function rank(value: Numeric): number {
  if (value instanceof Decimal) {
    const parts = decimalParts(value);
    if (parts.kind === "nan") return -2;
    return parts.kind === "infinite" ? (parts.negative ? -1 : 1) : 0;
  }
  if (!(value instanceof Double)) return 0;
  if (Number.isNaN(value.value)) return -2;
  return Number.isFinite(value.value) ? 0 : Math.sign(value.value);
}

function compareExactly(left: Numeric, right: Numeric): number {
  const leftRank = rank(left);
  const rightRank = rank(right);
  if (leftRank !== 0 || rightRank !== 0) return Math.sign(leftRank - rightRank);
  const a = fraction(left);
  const b = fraction(right);
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Of a finite number. */
export function fraction(value: Numeric): Fraction {
  if (typeof value === "number") return { numerator: BigInt(value), denominator: 1n };
  if (typeof value === "bigint") return { numerator: value, denominator: 1n };
  if (value instanceof Double) return doubleFraction(value.value);
  const parts = decimalParts(value);
  if (parts.kind !== "finite") throw new RangeError("not a finite number");
  const signed = parts.negative ? -parts.coefficient : parts.coefficient;
  if (signed === 0n) return { numerator: 0n, denominator: 1n };
  const scale = 10n ** BigInt(Math.abs(parts.exponent));
  return parts.exponent >= 0
    ? { numerator: signed * scale, denominator: 1n }
    : { numerator: signed, denominator: scale };
}

export function doubleFraction(value: number): Fraction {
  if (Number.isInteger(value)) return { numerator: BigInt(value), denominator: 1n };
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const tail = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? tail : tail | (1n << 52n);
  const exponent = Math.max(biased, 1) - 1075;
  const numerator = value < 0 ? -mantissa : mantissa;
  return exponent >= 0
    ? { numerator: numerator << BigInt(exponent), denominator: 1n }
    : { numerator, denominator: 1n << BigInt(-exponent) };
}

/** The value as a double, rounded where it does not fit. */
export function toDouble(value: number | bigint | Double): number {
  return value instanceof Double ? value.value : Number(value);
}
