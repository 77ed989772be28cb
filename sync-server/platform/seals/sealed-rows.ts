import type { Document, Filter } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { SealBrokenError, sealsOf } from "./row-seals.ts";

/** A row whose `seal` covers what {@link SealedKind.contentOf} names of it. */
export interface Sealed {
  readonly seal?: string;
}

/** What of the rows of a collection nobody may write past the server. */
export interface SealedKind<T> {
  readonly collection: string;
  contentOf(row: T): object;
}

type Where = Pick<Database, "db">;

export function sealRow<T>(database: Where, { collection, contentOf }: SealedKind<T>, row: T): string {
  return sealsOf(database).seal(collection, contentOf(row));
}

export function isRowSealed<T extends Sealed>(database: Where, kind: SealedKind<T>, row: T): boolean {
  return sealsOf(database).isSealed(kind.collection, kind.contentOf(row), row.seal);
}

/** Throws {@link SealBrokenError} for a row that we did not write like this; `name` says which it is. */
export function assertRowSealed<T extends Sealed>(
  database: Where,
  kind: SealedKind<T>,
  row: T,
  name: string | number,
): void {
  if (!isRowSealed(database, kind, row)) throw new SealBrokenError(`row ${name} of ${kind.collection}`);
}

/** Seals the rows that a server wrote which knew no seals: for that one start, and nothing else. */
export function sealingAtFirst<T>(kind: SealedKind<T>): (database: Database) => Promise<void> {
  return async (database) => {
    const rows = database.collection<T & Document>(kind.collection);
    const unsealed: Filter<Document> = { seal: { $exists: false } };
    for await (const row of rows.find<T & { readonly _id: never }>(unsealed))
      // Not what was written meanwhile: that is sealed.
      await rows.updateOne({ _id: row._id, seal: { $exists: false } } as Filter<Document>, [
        { $set: { seal: sealRow(database, kind, row) } },
      ]);
  };
}
