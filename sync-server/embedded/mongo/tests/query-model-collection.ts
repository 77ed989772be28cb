import { EMPTY, keysOf, matches } from "./query-model-match.ts";
import { Refused, compareItems, isFields } from "./query-model-values.ts";
import type { Compare, Fields, Item } from "./query-model-values.ts";

export type ModelIndex = {
  key: Record<string, 1 | -1>;
  unique: boolean;
  sparse: boolean;
  partial: Fields | undefined;
  compare: Compare;
};
export type Order = Record<string, 1 | -1>;

/** Documents in a list, and the indexes only for what they forbid. */
export class ModelCollection {
  documents: Fields[] = [];
  readonly indexes: ModelIndex[] = [];

  find(filter: Fields, order: Order, compare: Compare): Fields[] {
    const found = this.documents.filter((document) => matches(document, filter, compare));
    const keyed = found.map((document) => ({ document, keys: sortKeys(document, order, compare) }));
    return keyed
      .toSorted((left, right) => {
        for (const [index, direction] of Object.values(order).entries()) {
          const difference = compareKeys(left.keys[index], right.keys[index], compare) * direction;
          if (difference !== 0) return difference;
        }
        return 0;
      })
      .map(({ document }) => document);
  }

  /** Throws Refused when the documents, changed like this, would break an index. */
  replaceAll(documents: Fields[]): void {
    for (const index of this.indexes) checkIndex(index, documents);
    this.documents = documents;
  }

  addIndex(index: ModelIndex): void {
    checkIndex(index, this.documents);
    this.indexes.push(index);
  }
}

function sortKeys(document: Fields, order: Order, compare: Compare): Item[] {
  let lists = 0;
  return Object.entries(order).map(([path, direction]) => {
    const { keys, isList } = keysOf(document, path.split("."));
    if (isList) lists += 1;
    if (lists > 1) throw new Refused("lists in parallel");
    return keys.reduce((best, key) => (compareKeys(key, best, compare) * direction < 0 ? key : best));
  });
}

function compareKeys(left: Item, right: Item, compare: Compare): number {
  const shown = (key: Item): Item => (key === EMPTY ? undefined : key === undefined ? null : key);
  return compare(shown(left), shown(right));
}

function checkIndex(index: ModelIndex, documents: readonly Fields[]): void {
  const taken: { entry: Item[]; owner: number }[] = [];
  for (const [owner, document] of documents.entries()) {
    if (index.partial !== undefined && !matches(document, index.partial, index.compare)) continue;
    for (const entry of entriesOf(index, document)) {
      if (!index.unique) continue;
      const isTaken = taken.some(
        (other) =>
          other.owner !== owner && other.entry.every((key, at) => compareKeys(key, entry[at], index.compare) === 0),
      );
      if (isTaken) throw new Refused("duplicate key");
      taken.push({ entry, owner });
    }
  }
}

function entriesOf(index: ModelIndex, document: Fields): Item[][] {
  let lists = 0;
  let entries: Item[][] = [[]];
  for (const path of Object.keys(index.key)) {
    const { keys, isList } = keysOf(document, path.split("."));
    if (isList) lists += 1;
    if (lists > 1) throw new Refused("lists in parallel");
    entries = entries.flatMap((entry) => keys.map((key) => [...entry, key]));
  }
  return index.sparse ? entries.filter((entry) => entry.some((key) => key !== undefined)) : entries;
}

export function byId(left: Fields, right: Fields): number {
  return compareItems(left["_id"], right["_id"]);
}

/** Inclusion or exclusion of whole paths. */
export function projected(document: Fields, projection: Record<string, 0 | 1>): Fields {
  const paths = Object.entries(projection).filter(([path]) => path !== "_id");
  const includes = paths.some(([, flag]) => flag === 1);
  if (paths.length === 0 && projection["_id"] === undefined) return document;
  const names = paths.map(([path]) => path.split("."));
  const kept = includes ? include(document, names) : exclude(document, names);
  const id = document["_id"];
  const hasId = projection["_id"] !== 0;
  if (paths.length === 0) return projection["_id"] === 1 ? { _id: id } : without(document, "_id");
  return hasId ? { _id: id, ...without(kept, "_id") } : without(kept, "_id");
}

function without(document: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(document).filter(([other]) => other !== name));
}

function include(value: Fields, paths: readonly string[][]): Fields {
  const out: Fields = {};
  for (const [name, item] of Object.entries(value)) {
    const below = paths.filter((path) => path[0] === name).map((path) => path.slice(1));
    if (below.length === 0) continue;
    if (below.some((path) => path.length === 0)) out[name] = item;
    else if (isFields(item) || Array.isArray(item)) out[name] = each(item, (inner) => include(inner, below), false);
  }
  return out;
}

function exclude(value: Fields, paths: readonly string[][]): Fields {
  const out: Fields = {};
  for (const [name, item] of Object.entries(value)) {
    const below = paths.filter((path) => path[0] === name).map((path) => path.slice(1));
    if (below.some((path) => path.length === 0)) continue;
    out[name] = below.length === 0 ? item : each(item, (inner) => exclude(inner, below), true);
  }
  return out;
}

function each(item: Item, change: (inner: Fields) => Fields, keepsScalars: boolean): Item {
  if (isFields(item)) return change(item);
  if (!Array.isArray(item)) return item;
  return item
    .filter((one) => keepsScalars || isFields(one) || Array.isArray(one))
    .map((one) => each(one, change, keepsScalars));
}
