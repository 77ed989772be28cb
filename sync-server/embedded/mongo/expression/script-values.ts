import { decimalFromString, decimalToString } from "#server/embedded/mongo/bson/decimal.ts";
import { hexOf } from "#server/embedded/mongo/bson/show.ts";
import {
  Binary,
  Code,
  DateTime,
  Decimal,
  Double,
  MAX_KEY,
  MIN_KEY,
  MaxKey,
  MinKey,
  ObjectId,
  Regex,
  Symbol_,
  Timestamp,
  UNDEFINED,
} from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";

/** What a value is on its way to a script and back: JSON, in which everything but plain values says its kind. */
export type Told =
  | null
  | boolean
  | string
  | number
  | Told[]
  | { kind: "document"; fields: [string, Told][] }
  | { kind: "double" | "long" | "decimal" | "date" | "objectId" | "code"; text: string }
  | { kind: "binary"; subtype: number; text: string }
  | { kind: "timestamp"; seconds: number; increment: number }
  | { kind: "regex"; text: string; flags: string }
  | { kind: "undefined" | "minKey" | "maxKey" };

export function tell(value: Value | undefined): Told {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (typeof value === "bigint") return { kind: "long", text: String(value) };
  if (Array.isArray(value)) return value.map(tell);
  if (value instanceof Map) return { kind: "document", fields: [...value].map(([name, item]) => [name, tell(item)]) };
  if (value instanceof Double) return { kind: "double", text: String(value.value) };
  if (value instanceof Decimal) return { kind: "decimal", text: decimalToString(value) };
  if (value instanceof DateTime) return { kind: "date", text: String(value.ms) };
  if (value instanceof ObjectId) return { kind: "objectId", text: hexOf(value) };
  if (value instanceof Binary) return { kind: "binary", subtype: value.subtype, text: value.bytes.toString("base64") };
  if (value instanceof Timestamp)
    return { kind: "timestamp", seconds: Number(value.bits >> 32n), increment: Number(value.bits & 0xffffffffn) };
  if (value instanceof Regex) return { kind: "regex", text: value.pattern, flags: value.flags };
  if (value instanceof Code) return { kind: "code", text: value.code };
  if (value instanceof Symbol_) return value.name;
  if (value instanceof MinKey) return { kind: "minKey" };
  return { kind: value instanceof MaxKey ? "maxKey" : "undefined" };
}

/** A script's numbers are doubles, whatever they were when they went in. */
export function hear(told: Told): Value {
  if (told === null || typeof told === "string" || typeof told === "boolean") return told;
  if (typeof told === "number") return new Double(told);
  if (Array.isArray(told)) return told.map(hear);
  switch (told.kind) {
    case "document":
      return new Map(told.fields.map(([name, item]): [string, Value] => [name, hear(item)])) satisfies Doc;
    case "binary":
      return new Binary(told.subtype, Buffer.from(told.text, "base64"));
    case "timestamp":
      return new Timestamp((BigInt(told.seconds) << 32n) | BigInt(told.increment));
    case "regex":
      return new Regex(told.text, told.flags);
    case "minKey":
      return MIN_KEY;
    case "maxKey":
      return MAX_KEY;
    case "undefined":
      return UNDEFINED;
    default:
      return hearText(told.kind, told.text);
  }
}

function hearText(kind: "double" | "long" | "decimal" | "date" | "objectId" | "code", text: string): Value {
  try {
    switch (kind) {
      case "double":
        return new Double(Number(text));
      case "long":
        return BigInt.asIntN(64, BigInt(text));
      case "decimal":
        return decimalFromString(text);
      case "date":
        return new DateTime(BigInt(text));
      case "objectId":
        return new ObjectId(Buffer.from(text, "hex").toString("latin1"));
      default:
        return new Code(text);
    }
  } catch (cause) {
    throw new MongoError("JSInterpreterFailure", `a script returned no ${kind}: ${text} (${String(cause)})`);
  }
}
