import { decimalParts, decimalToDouble } from "#server/embedded/mongo/bson/decimal.ts";
import { fraction } from "#server/embedded/mongo/bson/numbers.ts";
import { Decimal, Double, UNDEFINED, isNumber } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { failedToParse } from "#server/embedded/mongo/error.ts";

/** MongoDB's idea of truth: everything but false, null, missing and zero. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false || value === UNDEFINED) return false;
  if (value === 0 || value === 0n) return false;
  if (value instanceof Double) return value.value !== 0;
  if (value instanceof Decimal) {
    const parts = decimalParts(value);
    return parts.kind !== "finite" || parts.coefficient !== 0n;
  }
  return true;
}

/** Truncated toward zero; undefined for what is no finite number. */
export function toInteger(value: Value | undefined): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (!isNumber(value)) return undefined;
  if (value instanceof Decimal) {
    if (decimalParts(value).kind !== "finite") return undefined;
    const { numerator, denominator } = fraction(value);
    return numerator / denominator;
  }
  const number = toNumber(value);
  return Number.isFinite(number) ? BigInt(Math.trunc(number)) : undefined;
}

export function toNumber(value: number | bigint | Double | Decimal): number {
  if (value instanceof Decimal) return decimalToDouble(value);
  return value instanceof Double ? value.value : Number(value);
}

/** A whole number from any numeric type; throws FailedToParse otherwise. */
export function requireInt(value: Value | undefined, what: string): number {
  if (!isNumber(value)) throw failedToParse(`${what} must be a number`);
  const number = toNumber(value);
  if (!Number.isInteger(number)) throw failedToParse(`Expected an integer: ${what}`);
  return number;
}
