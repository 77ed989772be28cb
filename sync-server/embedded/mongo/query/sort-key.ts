import { compareValues } from "#server/embedded/mongo/bson/compare.ts";
import { encodeKey } from "#server/embedded/mongo/bson/key.ts";
import type { KeyPart } from "#server/embedded/mongo/bson/key.ts";
import { UNDEFINED, isDoc } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { badValue } from "#server/embedded/mongo/error.ts";
import { requireInt } from "./coerce.ts";
import { somePathValue } from "./path.ts";

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

/** Bytes that order documents by the fields: of an array the smallest element counts (the largest when descending). */
export function sortKey(source: Doc, fields: readonly SortField[], fold: (value: Value) => Value): Buffer {
  const parts: KeyPart[] = [];
  for (const field of fields) {
    parts.push({ value: fold(sortValue(source, field)), descending: field.descending });
  }
  return encodeKey(parts);
}

function sortValue(source: Doc, field: SortField): Value {
  const [only] = field.parts;
  if (field.parts.length === 1 && only !== undefined) {
    const value = source.get(only);
    if (!Array.isArray(value)) return value ?? null;
  }
  let best: Value | undefined;
  let seen = false;
  somePathValue(source, field.parts, true, (value, index) => {
    // The array itself follows its elements: it counts only when it has none, as the lowest value there is.
    if (Array.isArray(value) && index === undefined && value.length > 0) return false;
    const candidate = Array.isArray(value) && value.length === 0 && index === undefined ? UNDEFINED : (value ?? null);
    if (!seen || compareValues(candidate, best) < 0 !== field.descending) best = candidate;
    seen = true;
    return false;
  });
  return best ?? null;
}
