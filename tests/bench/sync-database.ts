import { openDatabase } from "#server/platform/db/database.ts";
import { entityIndexes } from "#server/platform/db/indexes.ts";
import { startMongo } from "#tests/support/embedded.ts";
import { writePayments } from "./long-history.ts";

/** Measures on a database in which user 1 has that many transactions, and none other has anything. */
export async function withSyncDatabase(documents: number, measure: (mongoUrl: string) => Promise<void>): Promise<void> {
  const mongo = await startMongo();
  try {
    const database = await openDatabase(mongo.url, "bench-sync", 10_000);
    await entityIndexes.run(database, new Date());
    await writePayments(database, 1, documents);
    await database.close();
    await measure(mongo.url);
  } finally {
    await mongo.stop();
  }
}
