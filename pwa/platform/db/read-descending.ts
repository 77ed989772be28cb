import type { Table } from "dexie";
import { openStored } from "./opened-rows.ts";
import type { Fields } from "./row-seal.ts";

/** How Dexie's storage keeps the booleans that it indexes. */
const NOT_DELETED = "0";

/**
 * The last documents of an index, the greatest value first. RxDB walks an index of IndexedDB upward only: to it, the newest
 * fifty of 100,000 rows are the end of a reading of them all. Null where the storage is not Dexie's or has no such index.
 */
export async function readDescending(internals: unknown, field: string, limit: number): Promise<object[] | null> {
  const { table, index } = await indexedTable(internals, field);
  if (!table || index === undefined) return null;
  // An array is greater than any text, so that this is all of what is not deleted.
  const found: unknown[] = await table
    .where(index)
    .between([NOT_DELETED], [NOT_DELETED, []])
    // oxlint-disable-next-line unicorn/no-array-reverse -- a query of Dexie's, not an array.
    .reverse()
    .limit(limit)
    .toArray();
  return [...(await openStored(internals, found.filter(isDocument)))];
}

/**
 * The documents whose `field` is at least `from` and less than `to`, read at once: RxDB asks for each of them by itself. Null
 * where the storage is not Dexie's or has no such index.
 */
export async function readBetween(
  internals: unknown,
  field: string,
  from: string,
  to: string,
): Promise<object[] | null> {
  const { table, index } = await indexedTable(internals, field);
  if (!table || index === undefined) return null;
  const found: unknown[] = await table.where(index).between([NOT_DELETED, from], [NOT_DELETED, to]).toArray();
  return [...(await openStored(internals, found.filter(isDocument)))];
}

/** How many documents {@link readBetween} would answer with. */
export async function countBetween(
  internals: unknown,
  field: string,
  from: string,
  to: string,
): Promise<number | null> {
  const { table, index } = await indexedTable(internals, field);
  if (!table || index === undefined) return null;
  return table.where(index).between([NOT_DELETED, from], [NOT_DELETED, to]).count();
}

/** The table, and the name of its index of what is not deleted, by that field. */
async function indexedTable(internals: unknown, field: string) {
  const table = tableOf(await internals);
  const index = table?.schema.indexes.find(({ keyPath }) => {
    const [first, second, third] = Array.isArray(keyPath) ? keyPath : [];
    return first === "_deleted" && second === field && third === table.schema.primKey.keyPath;
  });
  return { table, index: index?.name };
}

function isDocument(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function tableOf(state: unknown): Table | null {
  if (typeof state !== "object" || state === null || !("dexieTable" in state)) return null;
  return isTable(state.dexieTable) ? state.dexieTable : null;
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && "where" in value && "schema" in value;
}
