import type { Document, Filter } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { isRowSealed, type Sealed, type SealedKind } from "#server/platform/seals/sealed-rows.ts";

/** Finds, in a database whose seals are open, a row that says what the server did not write; answers with its name, or null. */
export type SealCheck = (database: Database) => Promise<string | null>;

/** Looks at every row of a kind. */
export function sealCheck<T extends Sealed>(kind: SealedKind<T>): SealCheck {
  return async (database) => {
    const rows = database.collection<T & Document>(kind.collection);
    const all: Filter<Document> = {};
    for await (const row of rows.find<T & { readonly _id: unknown }>(all, { batchSize: 500 }))
      if (!isRowSealed(database, kind, row)) return `row ${String(row._id)} of ${kind.collection}`;
    return null;
  };
}
