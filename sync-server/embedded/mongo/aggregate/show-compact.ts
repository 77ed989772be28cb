import { showValue } from "#server/embedded/mongo/bson/show.ts";
import { DateTime, Double, ObjectId, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Value } from "#server/embedded/mongo/bson/value.ts";
import { hexOf } from "#server/embedded/mongo/bson/show.ts";

/** A value as MongoDB's execution shows it, which is briefer than how its parsers do. */
export function showCompact(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(showCompact).join(", ")}]`;
  if (isDoc(value)) return `{${[...value].map(([name, item]) => `${name}: ${showCompact(item)}`).join(", ")}}`;
  if (value instanceof Double) return String(value.value);
  if (value instanceof ObjectId) return hexOf(value);
  if (value instanceof DateTime) return new Date(Number(value.ms)).toISOString();
  return showValue(value);
}
