import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { fail } from "#server/embedded/mongo/expression/expression.ts";

/** Throws MongoDB's errors for what is no path of field names. */
export function parsePath(path: string): string[] {
  if (path === "") throw fail(40352, "FieldPath cannot be constructed with empty string");
  const parts = path.split(".");
  if (path.endsWith(".")) throw fail(40353, "FieldPath must not end with a '.'.");
  for (const part of parts) {
    if (part === "") throw fail(15998, "FieldPath field names may not be empty strings.");
    if (part.startsWith("$"))
      throw fail(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
    if (part.includes("\0")) throw fail(16411, "FieldPath field names may not contain '\\0'.");
  }
  return parts;
}

/** Whether one of two paths is the other or leads to it. */
export function overlap(left: readonly string[], right: readonly string[]): boolean {
  return left.every((part, index) => index >= right.length || part === right[index]);
}

/**
 * A document with a value at a path, as computed fields are added: in each element where an array is on the way, and
 * in the place of whatever else is. Only what lies on the way is copied. A missing value takes the field away.
 */
export function withField(source: Doc, path: readonly string[], value: Value | undefined): Doc {
  const [name = "", ...rest] = path;
  const out: Doc = new Map(source);
  const next = rest.length === 0 ? value : inside(source.get(name), rest, value);
  if (next === undefined) out.delete(name);
  else out.set(name, next);
  return out;
}

function inside(holder: Value | undefined, path: readonly string[], value: Value | undefined): Value {
  if (Array.isArray(holder)) return holder.map((item) => inside(item, path, value));
  return withField(holder instanceof Map ? holder : new Map(), path, value);
}
