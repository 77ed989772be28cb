import { encodeKey } from "#server/embedded/mongo/bson/key.ts";
import type { KeyPart } from "#server/embedded/mongo/bson/key.ts";
import { isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError, badValue } from "#server/embedded/mongo/error.ts";
import { indexEntries } from "#server/embedded/mongo/store/index-keys.ts";
import { requireInt } from "./coerce.ts";

export type SortField = { path: string; parts: readonly string[]; descending: boolean };

export function parseSort(spec: Doc): SortField[] {
  const fields: SortField[] = [];
  for (const [path, direction] of spec) {
    if (isDoc(direction)) throw badValue(`$meta sort is not supported: ${path}`);
    const number = requireInt(direction, `$sort key ordering of ${path}`);
    if (number !== 1 && number !== -1) {
      throw badValue("$sort key ordering must be 1 (for ascending) or -1 (for descending)");
    }
    if (path.startsWith("$")) throw badValue(`FieldPath field names may not start with '$': ${path}`);
    fields.push({ path, parts: path.split("."), descending: number === -1 });
  }
  return fields;
}

/**
 * Bytes that order documents by the fields. Where arrays are on the way, a document counts by the first of all the keys
 * an index over the fields would have for it; throws when two of the fields go through arrays of their own.
 */
export function sortKey(source: Doc, fields: readonly SortField[], fold: (value: Value) => Value): Buffer {
  const parts: KeyPart[] = [];
  for (const field of fields) {
    const value = plainValue(source, field.parts);
    if (Array.isArray(value)) return firstKey(source, fields, fold);
    parts.push({ value: fold(value), descending: field.descending });
  }
  return encodeKey(parts);
}

/** The value at the path, null where it is missing; the array where one is in the way. */
function plainValue(source: Doc, parts: readonly string[]): Value {
  let value: Value = source;
  for (const part of parts) {
    if (Array.isArray(value)) return value;
    if (!(value instanceof Map)) return null;
    value = value.get(part) ?? null;
  }
  return value;
}

function firstKey(source: Doc, fields: readonly SortField[], fold: (value: Value) => Value): Buffer {
  try {
    const keys = indexEntries(source, fields, false, fold).entries.map((entry) => entry.key);
    return keys.reduce((best, key) => (Buffer.compare(key, best) < 0 ? key : best));
  } catch (error) {
    if (!(error instanceof MongoError) || error.codeName !== "CannotIndexParallelArrays") throw error;
    throw badValue("cannot sort with keys that are parallel arrays");
  }
}
