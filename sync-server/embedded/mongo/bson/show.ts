import { decimalToString } from "./decimal.ts";
import { Binary, Code, DateTime, Decimal, Double, ObjectId, Regex, Symbol_, Timestamp, Undefined } from "./value.ts";
import type { Value } from "./value.ts";

/** A value as MongoDB prints it in its messages. */
export function showValue(value: Value): string {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[ ${value.map(showValue).join(", ")} ]`;
  if (value instanceof Map) {
    if (value.size === 0) return "{}";
    return `{ ${[...value].map(([name, item]) => `${name}: ${showValue(item)}`).join(", ")} }`;
  }
  if (value instanceof Double) return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
  if (value instanceof ObjectId) return `ObjectId('${hexOf(value)}')`;
  if (value instanceof DateTime) return `new Date(${value.ms})`;
  if (value instanceof Decimal) return `Decimal128('${decimalToString(value)}')`;
  if (value instanceof Timestamp) return `Timestamp(${value.bits >> 32n}, ${value.bits & 0xffffffffn})`;
  if (value instanceof Binary) return `BinData(${value.subtype}, ${value.bytes.toString("hex").toUpperCase()})`;
  if (value instanceof Regex) return `/${value.pattern}/${value.flags}`;
  if (value instanceof Code) return value.code;
  if (value instanceof Symbol_) return JSON.stringify(value.name);
  if (value instanceof Undefined) return "undefined";
  return "kind" in value ? (value.kind === "minKey" ? "MinKey" : "MaxKey") : "DBRef";
}

export function hexOf(id: ObjectId): string {
  return Buffer.from(id.bytes, "latin1").toString("hex");
}
