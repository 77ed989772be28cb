import { encodeKey } from "#server/embedded/mongo/bson/key.ts";
import { UNDEFINED } from "#server/embedded/mongo/bson/value.ts";
import type { Doc, Value } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import { isIndexName } from "#server/embedded/mongo/query/path.ts";

export type IndexField = { readonly path: string; readonly parts: readonly string[]; readonly descending: boolean };

export type IndexEntry = { readonly key: Buffer; readonly values: readonly Value[] };

export type IndexEntries = { readonly entries: readonly IndexEntry[]; readonly isMultikey: boolean };

/** Where one indexed field's walk into the document has come to; `depth` is the next part of its path. */
type Walk = { depth: number; value: Value | undefined; isDone: boolean };

/**
 * The keys under which an index finds the document: one, or one per element where an array is on a field's path.
 * `isEqual` tells values apart that are folded to the same key.
 */
export function indexEntries(
  source: Doc,
  fields: readonly IndexField[],
  isSparse: boolean,
  fold: (value: Value) => Value,
  isEqual: (left: Value, right: Value) => boolean = () => true,
): IndexEntries {
  const plain = plainValues(source, fields);
  if (plain !== undefined) return { entries: toEntries([plain], fields, isSparse, fold, isEqual), isMultikey: false };
  const found: (Value | undefined)[][] = [];
  let isMultikey = false;
  visit(fields.map(() => ({ depth: 0, value: source, isDone: false })));
  return { entries: toEntries(found, fields, isSparse, fold, isEqual), isMultikey };

  function visit(walks: readonly Walk[]): void {
    const moved = walks.map((walk, index) => advance(walk, fields[index]?.parts ?? []));
    const stopped = moved.findIndex((walk) => !walk.isDone && Array.isArray(walk.value));
    const stop = moved[stopped];
    if (stop === undefined || !Array.isArray(stop.value)) {
      found.push(moved.map((walk) => walk.value));
      return;
    }
    isMultikey = true;
    const prefix = prefixOf(stopped, stop.depth);
    moved.forEach((walk, index) => {
      if (walk.isDone || !Array.isArray(walk.value) || prefixOf(index, walk.depth) === prefix) return;
      throw new MongoError(
        "CannotIndexParallelArrays",
        `cannot index parallel arrays [${last(index, walk.depth)}] [${last(stopped, stop.depth)}]`,
      );
    });
    const items: (Value | undefined)[] = stop.value.length === 0 ? [undefined] : stop.value;
    for (const item of items) {
      visit(moved.map((walk, index) => (sharesArray(walk, index, prefix) ? enter(walk, index, item) : walk)));
    }
  }

  function sharesArray(walk: Walk, index: number, prefix: string): boolean {
    return !walk.isDone && Array.isArray(walk.value) && prefixOf(index, walk.depth) === prefix;
  }

  function enter(walk: Walk, index: number, item: Value | undefined): Walk {
    const isLeaf = walk.depth === (fields[index]?.parts.length ?? 0);
    if (isLeaf) return { depth: walk.depth, value: item === undefined ? UNDEFINED : item, isDone: true };
    if (item instanceof Map) return { depth: walk.depth, value: item, isDone: false };
    return { depth: walk.depth, value: undefined, isDone: true };
  }

  function prefixOf(index: number, depth: number): string {
    return (fields[index]?.parts ?? []).slice(0, depth).join(".");
  }

  function last(index: number, depth: number): string {
    return fields[index]?.parts[depth - 1] ?? "";
  }
}

/** The fields' values in a document without an array on any of their paths; undefined for any other. */
function plainValues(source: Doc, fields: readonly IndexField[]): (Value | undefined)[] | undefined {
  const values: (Value | undefined)[] = [];
  for (const { parts } of fields) {
    let value: Value | undefined = source;
    for (const part of parts) {
      if (Array.isArray(value)) return undefined;
      value = value instanceof Map ? value.get(part) : undefined;
    }
    if (Array.isArray(value)) return undefined;
    values.push(value);
  }
  return values;
}

/** Through documents (and arrays by number) as far as it goes without choosing an element. */
function advance(walk: Walk, parts: readonly string[]): Walk {
  let { depth, value } = walk;
  if (walk.isDone) return walk;
  for (;;) {
    const part = parts[depth];
    if (part === undefined) return { depth, value, isDone: !Array.isArray(value) };
    if (value instanceof Map) value = value.get(part);
    else if (Array.isArray(value)) {
      if (!isIndexName(part)) return { depth, value, isDone: false };
      if (value.some((item) => item instanceof Map && item.has(part))) {
        if (value[Number(part)] === undefined) return { depth, value, isDone: false };
        throw new MongoError(
          { code: 16746 },
          `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${part}'`,
        );
      }
      value = value[Number(part)];
    } else return { depth, value: undefined, isDone: true };
    depth += 1;
  }
}

function toEntries(
  found: readonly (readonly (Value | undefined)[])[],
  fields: readonly IndexField[],
  isSparse: boolean,
  fold: (value: Value) => Value,
  isEqual: (left: Value, right: Value) => boolean,
): IndexEntry[] {
  const entries: IndexEntry[] = [];
  const seen = new Map<string, IndexEntry[]>();
  for (const values of found) {
    if (isSparse && values.every((value) => value === undefined)) continue;
    const filled = values.map((value) => value ?? null);
    const key = encodeKey(
      filled.map((value, index) => ({ value: fold(value), descending: fields[index]?.descending === true })),
    );
    if (found.length > 1) {
      const text = key.toString("latin1");
      const others = seen.get(text) ?? [];
      if (others.some((other) => other.values.every((value, index) => isEqual(value, filled[index] ?? null)))) continue;
      seen.set(text, [...others, { key, values: filled }]);
    }
    entries.push({ key, values: filled });
  }
  return entries;
}
