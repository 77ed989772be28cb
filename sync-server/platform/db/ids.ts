import { MongoServerError } from "mongodb";
import type { Database } from "./database.ts";

interface Counter {
  readonly _id: string;
  readonly value: number;
}

const DUPLICATE_KEY = 11_000;

/**
 * Takes `count` consecutive ids of a collection and answers with the first. It is a write of its own, also where the caller
 * is in a transaction: a counter within it would make everybody who inserts into that collection conflict, whoever owns
 * the documents. Hence ids do not tell the order of commits, and what is rolled back leaves a gap. For a collection whose
 * ids are taken here alone.
 */
export async function takeIds(database: Database, collection: string, count: number): Promise<number> {
  const counter = await take(database, collection, count).catch((error: unknown) => {
    // Of two that come first at once, one makes the counter; the other finds it now.
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return take(database, collection, count);
    throw error;
  });
  if (!counter) throw new Error(`the id counter of ${collection} was not written`);
  return counter.value - count + 1;
}

/** Awaits no journal: what is committed with these ids comes later in the same log, and is not there without them. */
function take(database: Database, collection: string, count: number): Promise<Counter | null> {
  return database
    .collection<Counter>("counters")
    .findOneAndUpdate(
      { _id: collection },
      { $inc: { value: count } },
      { upsert: true, returnDocument: "after", writeConcern: { w: 1 } },
    );
}
