import { EJSON } from "bson";
import type { Document, IndexDescriptionInfo } from "mongodb";
import * as v from "valibot";
import type { Database } from "#server/platform/db/database.ts";

/** A database as a version left it: every collection with its indexes and documents. */
export interface KeptDatabase {
  readonly version: string;
  readonly collections: Readonly<Record<string, KeptCollection>>;
}

interface KeptCollection {
  readonly indexes: readonly Document[];
  readonly documents: readonly Document[];
}

const Kept = v.object({
  version: v.string(),
  collections: v.record(
    v.string(),
    v.object({
      indexes: v.array(v.record(v.string(), v.unknown())),
      documents: v.array(v.record(v.string(), v.unknown())),
    }),
  ),
});

/** Who does what at the moment is no part of what is stored. */
const PASSING: readonly string[] = ["leases"];

export async function readDatabase(database: Database, version: string): Promise<KeptDatabase> {
  const names = (await database.db.listCollections().toArray()).map(({ name }) => name).sort();
  const collections: Record<string, KeptCollection> = {};
  for (const name of names.filter((each) => !PASSING.includes(each))) {
    const documents = await database
      .collection(name)
      .find({}, { sort: { _id: 1 } })
      .toArray();
    collections[name] = { indexes: await indexesOf(database, name), documents };
  }
  return { version, collections };
}

/** Makes a database, which is empty, what was kept. */
export async function writeDatabase(database: Database, { collections }: KeptDatabase): Promise<void> {
  for (const [name, { indexes, documents }] of Object.entries(collections)) {
    await database.db.createCollection(name);
    for (const { key, ...options } of indexes) await database.collection(name).createIndex(Object(key), options);
    if (documents.length > 0) await database.collection(name).insertMany([...documents]);
  }
}

/** Every index but that of `_id`, without what a server says of it. */
export async function indexesOf(database: Database, name: string): Promise<Document[]> {
  const indexes: IndexDescriptionInfo[] = await database.collection(name).indexes();
  return indexes
    .filter((index) => index.name !== "_id_")
    .map(({ v: _format, ...index }) => index)
    .toSorted((left, right) => String(left.name).localeCompare(String(right.name)));
}

/** A document to a line, so that what changes is seen. */
export function keptText({ version, collections }: KeptDatabase): string {
  const parts = Object.entries(collections).map(([name, { indexes, documents }]) => {
    const lines = (list: readonly Document[]) => list.map((each) => `\n${EJSON.stringify(each, { relaxed: false })}`);
    return `${JSON.stringify(name)}:{"indexes":[${lines(indexes).join(",")}],"documents":[${lines(documents).join(",")}]}`;
  });
  return `{"version":${JSON.stringify(version)},"collections":{\n${parts.join(",\n")}\n}}\n`;
}

export function keptFrom(text: string): KeptDatabase {
  return v.parse(Kept, EJSON.parse(text));
}
