import { rowOf } from "#server/embedded/mongo/store/collection.ts";
import type { Collection } from "#server/embedded/mongo/store/collection.ts";
import type { Store } from "#server/embedded/mongo/store/store.ts";

/** What a collection takes; in bytes. */
export type Sizes = {
  /** Its documents as BSON. */
  readonly data: number;
  /** The pages that hold them. */
  readonly storage: number;
  /** Of `storage`, what is not used. */
  readonly free: number;
  /** The pages of each index, by its name. */
  readonly indexes: ReadonlyMap<string, number>;
};

type Measured = { readonly seq: number; readonly freshUntil: number; readonly sizes: Sizes };

/** Measuring reads every page: from here on it may take one part in twenty of the time, however often somebody asks. */
const LARGE_BYTES = 64 * 1024 * 1024;
const REST_FACTOR = 20;
const measured = new WeakMap<Collection, Measured>();

/** Measured now, or moments ago where the collection is so large that measuring would hold up everybody else. */
export function collectionSizes(store: Store, collection: Collection): Sizes {
  const known = measured.get(collection);
  const startedAt = store.now();
  const seq = store.oplog.newestSeq;
  if (known !== undefined && (known.seq === seq || startedAt < known.freshUntil)) return known.sizes;
  const sizes = measure(store, collection);
  const rest = sizes.storage < LARGE_BYTES ? 0 : (store.now() - startedAt) * REST_FACTOR;
  measured.set(collection, { seq, freshUntil: store.now() + rest, sizes });
  return sizes;
}

function measure(store: Store, collection: Collection): Sizes {
  const [data] = rowOf(collection.statement("SELECT coalesce(sum(length(doc)), 0) FROM $").get());
  const pages = store.database.sql.prepare("SELECT pgsize, unused FROM dbstat WHERE name = ? AND aggregate = TRUE");
  const table = pages.get(`c${collection.id}`);
  const indexes = new Map<string, number>();
  for (const index of collection.indexes) indexes.set(index.name, Number(pages.get(`i${index.id}`)?.["pgsize"] ?? 0));
  return {
    data: Number(data),
    storage: Number(table?.["pgsize"] ?? 0),
    free: Number(table?.["unused"] ?? 0),
    indexes,
  };
}

export function totalIndexBytes(sizes: Sizes): number {
  return [...sizes.indexes.values()].reduce((sum, bytes) => sum + bytes, 0);
}
