import type { Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";

/** All documents of a database at a moment at which nobody writes, by collection. */
export type DatabaseCopy = ReadonlyMap<string, readonly Document[]>;

export async function copyDatabase({ db }: Database): Promise<DatabaseCopy> {
  const copy = new Map<string, readonly Document[]>();
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    copy.set(name, await db.collection(name).find().toArray());
  return copy;
}

/** Sets a database back, on which nothing runs, to what a copy of it holds. */
export async function putBack({ db }: Database, copy: DatabaseCopy): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    await db.collection(name).deleteMany({});
    const documents = copy.get(name) ?? [];
    if (documents.length > 0) await db.collection(name).insertMany([...documents]);
  }
}
