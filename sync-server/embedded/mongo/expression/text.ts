import { decimalToString } from "#server/embedded/mongo/bson/decimal.ts";
import { hexOf } from "#server/embedded/mongo/bson/show.ts";
import { DateTime, Decimal, Double, ObjectId } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";

export function showIso(date: DateTime): string {
  return new Date(Number(date.ms)).toISOString();
}

/** Numbers, dates, ids and booleans as text; undefined for what has no text of its own. */
export function toText(value: Value): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Double) return doubleText(value.value);
  if (value instanceof Decimal) return decimalToString(value);
  if (value instanceof ObjectId) return hexOf(value);
  return value instanceof DateTime ? showIso(value) : undefined;
}

/** As few digits as tell it apart; with an exponent from 1e16 on and below 1e-4. */
export function doubleText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (Object.is(value, -0)) return "-0";
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e16)) return String(value);
  const [digits, exponent = "+0"] = value.toExponential().split("e");
  return `${digits}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, "0")}`;
}
