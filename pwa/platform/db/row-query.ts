import type { MangoQuery } from "rxdb";
import type { SyncCollection } from "#schemas/protocol.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";

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
