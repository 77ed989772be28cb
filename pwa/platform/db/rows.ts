import type { MangoQuery } from "rxdb";
import type { SyncCollection } from "#schemas/protocol.ts";
import type { LocalRow } from "./row-schema.ts";
import { countBetween, readBetween, readDescending } from "./read-descending.ts";
import type { UserDatabase } from "./user-database.ts";

/**
 * Which rows to read. `where` is a Mango selector. Sorting by an indexed field (`timestamp` of transactions and access
 * history, `name` of contacts) with a `limit` reads no more rows than it answers with; a filter reads until it is full,
 * and, sorted downward, all rows.
 */
export interface RowQuery<C extends SyncCollection> {
  readonly where?: NonNullable<MangoQuery<LocalRow<C>>["selector"]>;
  readonly sort?: NonNullable<MangoQuery<LocalRow<C>>["sort"]>;
  readonly limit?: number;
  readonly skip?: number;
}

/** The rows as plain objects, read from the storage itself: no document proxies are made or kept. */
export async function readRows<C extends SyncCollection>(
  database: UserDatabase,
  collection: C,
  query: RowQuery<C> = {},
): Promise<LocalRow<C>[]> {
  const stored = database.collections[collection];
  const last = lastOf(query);
  const found = last && (await readDescending(stored.storageInstance.internals, last.field, last.limit));
  if (found) return found.map(toRow<C>);
  const prepared = stored
    .find({
      ...(query.where ? { selector: query.where } : {}),
      ...(query.sort ? { sort: query.sort } : {}),
      ...(query.limit === undefined ? {} : { limit: query.limit }),
      ...(query.skip === undefined ? {} : { skip: query.skip }),
    })
    .getPreparedQuery();
  const { documents } = await stored.storageInstance.query(prepared);
  return documents.map(toRow<C>);
}

/** The rows of a window of time, the oldest first. `from` belongs to it, `to` does not. */
export async function readTimeWindow(
  database: UserDatabase,
  collection: "transactions",
  from: string,
  to: string,
): Promise<LocalRow<"transactions">[]> {
  const { internals } = database.collections[collection].storageInstance;
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
  const { internals } = database.collections[collection].storageInstance;
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
  const stored = database.collections[collection];
  const { count } = await stored.storageInstance.count(
    stored.count(where ? { selector: where } : {}).getPreparedQuery(),
  );
  return count;
}

export async function readRow<C extends SyncCollection>(
  database: UserDatabase,
  collection: C,
  uid: string,
): Promise<LocalRow<C> | null> {
  const [found] = await database.collections[collection].storageInstance.findDocumentsById([uid], false);
  return found ? toRow<C>(found) : null;
}

function toRow<C extends SyncCollection>(stored: object): LocalRow<C> {
  const row = Object.fromEntries(Object.entries(stored).filter(([field]) => !field.startsWith("_")));
  // What the storage holds was shaped by the row schema when it was written.
  return row as LocalRow<C>;
}
