import { showValue } from "#server/embedded/mongo/bson/show.ts";
import type { Doc } from "#server/embedded/mongo/bson/value.ts";
import { MongoError } from "#server/embedded/mongo/error.ts";
import type { Catalog } from "./catalog.ts";
import type { Collection, Index } from "./collection.ts";
import type { IndexEntry } from "./index-keys.ts";

/** What a change of a document does to one index. */
export type IndexPlan = { index: Index; removed: readonly Buffer[]; added: readonly IndexEntry[]; isMultikey: boolean };

export function planIndex(index: Index, before: Doc | undefined, after: Doc | undefined): IndexPlan {
  if (before !== undefined && after !== undefined && isUntouched(index, before, after))
    return { index, removed: [], added: [], isMultikey: false };
  const old = before === undefined ? [] : index.entries(before).entries;
  const fresh = after === undefined ? { entries: [], isMultikey: false } : index.entries(after);
  const [oneOld] = old;
  const [oneFresh] = fresh.entries;
  if (old.length === 1 && fresh.entries.length === 1 && oneOld !== undefined && oneFresh !== undefined) {
    if (index.isSameEntry(oneOld, oneFresh)) return { index, removed: [], added: [], isMultikey: fresh.isMultikey };
  }
  const removed = old.filter((entry) => !fresh.entries.some((other) => other.key.equals(entry.key)));
  const added = fresh.entries.filter((entry) => !old.some((other) => index.isSameEntry(other, entry)));
  return { index, removed: removed.map((entry) => entry.key), added, isMultikey: fresh.isMultikey };
}

/** Writes to SQLite what was planned for the document's index. */
export function applyIndex(catalog: Catalog, plan: IndexPlan, row: number): void {
  const { index } = plan;
  for (const key of plan.removed) index.statement("DELETE FROM $ WHERE k = ? AND row = ?").run(key, row);
  // Under a collation several entries of one document may share a key; and what is being built may have it from a write already.
  const insert = index.collation === undefined && !index.isBuilding ? "INSERT INTO" : "INSERT OR IGNORE INTO";
  for (const entry of plan.added) index.statement(`${insert} $ (k, row) VALUES (?, ?)`).run(entry.key, row);
  if (plan.isMultikey && !index.isMultikey) {
    index.isMultikey = true;
    catalog.saveIndex(index);
  }
}

/** Whether the very same scalars (or nothing) are in both documents wherever the index looks. */
function isUntouched(index: Index, before: Doc, after: Doc): boolean {
  if (index.partial !== undefined) return false;
  return index.fields.every(({ parts: [root = ""] }) => {
    const value = after.get(root);
    return value === before.get(root) && !(value instanceof Map) && !Array.isArray(value);
  });
}

export function hasEntry(index: Index, document: Doc, wanted: IndexEntry): boolean {
  return index.entries(document).entries.some((entry) => index.isSameEntry(entry, wanted));
}

export function duplicate(collection: Collection, index: Index, entry: IndexEntry): MongoError {
  const keyValue: Doc = new Map();
  const keyPattern: Doc = new Map();
  index.fields.forEach((field, position) => {
    keyValue.set(field.path, entry.values[position] ?? null);
    keyPattern.set(field.path, field.descending ? -1 : 1);
  });
  const collation = index.collation === undefined ? "" : ` collation: ${showValue(index.collation.spec)}`;
  return new MongoError(
    "DuplicateKey",
    `E11000 duplicate key error collection: ${collection.namespace} index: ${index.name}${collation} dup key: ${showValue(keyValue)}`,
    [],
    { keyPattern, keyValue },
  );
}
