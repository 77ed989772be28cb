import type { SyncCollection } from "#schemas/protocol.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import type { RowQuery } from "./row-query.ts";
import { countBetween, readBetween, readDescending } from "./read-descending.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";

/** Looked up by their uids at once. */
const ROWS_AT_ONCE = 500;

/** The rows as plain objects, read from the storage itself: no document proxies are made or kept. */
export async function readRows<C extends SyncCollection>(
  database: UserDatabase,
  collection: C,
  query: RowQuery<C> = {},
): Promise<LocalRow<C>[]> {
  const { storage, prepare } = database.rows[collection];
  const last = lastOf(query);
  const found = last && (await readDescending(storage.internals, last.field, last.limit));
  if (found) return found.map(toRow<C>);
  const { documents } = await storage.query(prepare(query));
  return documents.map(toRow<C>);
}

/** The rows of a window of time, the oldest first. `from` belongs to it, `to` does not. */
export async function readTimeWindow(
  database: UserDatabase,
  collection: "transactions",
  from: string,
  to: string,
): Promise<LocalRow<"transactions">[]> {
  const { internals } = database.rows[collection].storage;
  const found = await readBetween(internals, "timestamp", from, to);
  if (found) return found.map(toRow<"transactions">);
  return readRows(database, collection, {
    where: { timestamp: { $gte: from, $lt: to } },
    sort: [{ timestamp: "asc" }],
  });
}

/** How many rows {@link readTimeWindow} would answer with. */
export async function countTimeWindow(
  database: UserDatabase,
  collection: "transactions",
  from: string,
  to: string,
): Promise<number> {
  const { internals } = database.rows[collection].storage;
  const found = await countBetween(internals, "timestamp", from, to);
  return found ?? (await countRows(database, collection, { timestamp: { $gte: from, $lt: to } }));
}

/** The index and the limit of a query that only asks for the last rows of an index. */
function lastOf<C extends SyncCollection>({ where, sort, limit, skip }: RowQuery<C>) {
  const [[field, direction] = []] = sort?.length === 1 ? Object.entries(sort[0] ?? {}) : [];
  const isLast = where === undefined && skip === undefined && limit !== undefined && direction === "desc";
  return isLast && field !== undefined ? { field, limit } : null;
}

export async function countRows<C extends SyncCollection>(
  database: UserDatabase,
  collection: C,
  where: NonNullable<RowQuery<C>["where"]> | undefined,
): Promise<number> {
  const { storage, prepare } = database.rows[collection];
  const { count } = await storage.count(prepare(where ? { where } : {}, true));
  return count;
}

export async function readRow<C extends SyncCollection>(
  database: UserDatabase,
  collection: C,
  uid: string,
): Promise<LocalRow<C> | null> {
  const [found] = await database.rows[collection].storage.findDocumentsById([uid], false);
  return found ? toRow<C>(found) : null;
}

/** Rows by their uids, in parts, so that the page stays free; those that are not there are left out. */
export async function readRowsOf<C extends SyncCollection>(
  database: UserDatabase,
  collection: C,
  uids: readonly string[],
): Promise<ReadonlyMap<string, LocalRow<C>>> {
  const rows = new Map<string, LocalRow<C>>();
  for (let from = 0; from < uids.length; from += ROWS_AT_ONCE) {
    const part = uids.slice(from, from + ROWS_AT_ONCE);
    const found = await database.rows[collection].storage.findDocumentsById(part, false);
    for (const stored of found) rows.set(String(stored.uid), toRow<C>(stored));
  }
  return rows;
}

function toRow<C extends SyncCollection>(stored: object): LocalRow<C> {
  const row = Object.fromEntries(Object.entries(stored).filter(([field]) => !field.startsWith("_")));
  // What the storage holds was shaped by the row schema when it was written.
  return row as LocalRow<C>;
}
