import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";

export function isIndexName(part: string): boolean {
  return part === "0" || /^[1-9][0-9]*$/.test(part);
}

/**
 * Calls `test` on what MongoDB's query language sees at a path, through arrays on the way: the elements of an array at
 * its end (when `expandLeaf`), then the array itself; `undefined` where the field is missing. Stops at the first true.
 */
export function somePathValue(
  source: Doc,
  parts: readonly string[],
  expandLeaf: boolean,
  test: (value: Value | undefined, arrayIndex: number | undefined) => boolean,
): boolean {
  return inDoc(source, 0, undefined);

  function inDoc(holder: Doc, depth: number, arrayIndex: number | undefined): boolean {
    const value = holder.get(parts[depth] ?? "");
    return depth === parts.length - 1 ? leaf(value, arrayIndex) : below(value, depth, arrayIndex);
  }

  function below(value: Value | undefined, depth: number, arrayIndex: number | undefined): boolean {
    if (value instanceof Map) return inDoc(value, depth + 1, arrayIndex);
    if (!Array.isArray(value)) return test(undefined, arrayIndex);
    return inArray(value, depth + 1, arrayIndex);
  }

  function inArray(items: readonly Value[], depth: number, arrayIndex: number | undefined): boolean {
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index];
      if (item instanceof Map && inDoc(item, depth, arrayIndex ?? index)) return true;
    }
    const part = parts[depth] ?? "";
    if (!isIndexName(part)) return false;
    const item = items[Number(part)];
    if (item === undefined) return false;
    // A place that the path names is taken as it is: a list there is not looked into.
    return depth === parts.length - 1 ? test(item, arrayIndex) : below(item, depth, arrayIndex);
  }

  function leaf(value: Value | undefined, arrayIndex: number | undefined): boolean {
    if (expandLeaf && Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        if (test(value[index], arrayIndex ?? index)) return true;
      }
    }
    return test(value, arrayIndex);
  }
}

/** The value at a dotted path through documents only (no arrays on the way). */
export function plainPathValue(source: Doc, parts: readonly string[]): Value | undefined {
  let value: Value | undefined = source;
  for (const part of parts) {
    if (!(value instanceof Map)) return undefined;
    value = value.get(part);
  }
  return value;
}
