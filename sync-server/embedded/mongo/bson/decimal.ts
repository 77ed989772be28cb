import { Decimal128 } from "bson";
import { Decimal } from "./value.ts";

/** A decimal128 taken apart: `(-1)^negative * coefficient * 10^exponent`. */
export type DecimalParts =
  | { kind: "finite"; negative: boolean; coefficient: bigint; exponent: number }
  | { kind: "infinite"; negative: boolean }
  | { kind: "nan" };

const MAX_COEFFICIENT = 10n ** 34n - 1n;
const EXPONENT_BIAS = 6176;
const MAX_EXPONENT = 6111;
const MIN_EXPONENT = -6176;

export function decimalParts(value: Decimal): DecimalParts {
  const high = value.bytes.readBigUInt64LE(8);
  const low = value.bytes.readBigUInt64LE(0);
  const negative = high >> 63n === 1n;
  const top = Number((high >> 58n) & 0x1fn);
  if (top === 0x1f) return { kind: "nan" };
  if (top === 0x1e) return { kind: "infinite", negative };
  // The form with an implied leading 100 only spells coefficients above 34 digits, which count as zero.
  if (top >= 0x18)
    return { kind: "finite", negative, coefficient: 0n, exponent: Number((high >> 47n) & 0x3fffn) - EXPONENT_BIAS };
  const coefficient = ((high & 0x1ffffffffffffn) << 64n) | low;
  const exponent = Number((high >> 49n) & 0x3fffn) - EXPONENT_BIAS;
  return { kind: "finite", negative, coefficient: coefficient > MAX_COEFFICIENT ? 0n : coefficient, exponent };
}

/** Rounds half to even at 34 digits; overflows to infinity and underflows to zero as IEEE 754 does. */
export function decimalFrom(parts: DecimalParts): Decimal {
  if (parts.kind === "nan") return pack(0x1fn << 58n, 0n, false);
  if (parts.kind === "infinite") return pack(0x1en << 58n, 0n, parts.negative);
  let { coefficient, exponent } = parts;
  const digits = coefficient.toString().length;
  const drop = Math.max(digits - 34, MIN_EXPONENT - exponent, 0);
  if (drop > 0) {
    coefficient = drop > digits + 1 ? 0n : divideHalfEven(coefficient, 10n ** BigInt(drop));
    exponent += drop;
    if (coefficient > MAX_COEFFICIENT) {
      coefficient /= 10n;
      exponent += 1;
    }
  }
  while (exponent > MAX_EXPONENT && coefficient !== 0n && coefficient * 10n <= MAX_COEFFICIENT) {
    coefficient *= 10n;
    exponent -= 1;
  }
  if (coefficient === 0n) exponent = Math.min(exponent, MAX_EXPONENT);
  if (exponent > MAX_EXPONENT) return pack(0x1en << 58n, 0n, parts.negative);
  const high = (BigInt(exponent + EXPONENT_BIAS) << 49n) | (coefficient >> 64n);
  return pack(high, coefficient & 0xffffffffffffffffn, parts.negative);
}

function pack(high: bigint, low: bigint, negative: boolean): Decimal {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(low, 0);
  bytes.writeBigUInt64LE(negative ? high | (1n << 63n) : high, 8);
  return new Decimal(bytes);
}

export function divideHalfEven(numerator: bigint, divisor: bigint): bigint {
  const quotient = numerator / divisor;
  const twice = (numerator % divisor) * 2n;
  if (twice > divisor || (twice === divisor && quotient % 2n === 1n)) return quotient + 1n;
  return quotient;
}

export function decimalToString(value: Decimal): string {
  return new Decimal128(value.bytes).toString();
}

/** Throws when the text is no number. */
export function decimalFromString(text: string): Decimal {
  return new Decimal(Buffer.from(Decimal128.fromString(text).bytes));
}

/** A double becomes the decimal of its 15 significant digits, as MongoDB converts it. */
export function decimalFromDouble(value: number): Decimal {
  if (Number.isNaN(value)) return decimalFrom({ kind: "nan" });
  if (!Number.isFinite(value)) return decimalFrom({ kind: "infinite", negative: value < 0 });
  return decimalFromString(value === 0 ? "0" : value.toExponential(14));
}

export function decimalToDouble(value: Decimal): number {
  const parts = decimalParts(value);
  if (parts.kind === "nan") return Number.NaN;
  if (parts.kind === "infinite") return parts.negative ? -Infinity : Infinity;
  return Number(`${parts.negative ? "-" : ""}${parts.coefficient}e${parts.exponent}`);
}
