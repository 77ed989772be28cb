import {
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  MongoClient,
  MongoNetworkError,
  MongoServerSelectionError,
} from "mongodb";

/** The authority's store. Every document of a spec entity carries the integer `id` that {@link Database.nextIds} gives out. */
export interface Database {
  readonly db: Db;
  collection<T extends Document>(name: string): Collection<T>;
  /**
   * Runs `work` in one transaction, with majority write concern and journaling, and again from the start on a transient
   * conflict: effects outside the database do not belong in it.
   */
  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T>;
  /** Reserves `count` consecutive ids of a collection and answers with the first. A rolled-back id is given out again. */
  nextIds(session: ClientSession, collection: string, count: number): Promise<number>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

interface Counter {
  readonly _id: string;
  readonly value: number;
}

/** Connects to `url`; fails within `timeoutMs` when nobody answers there. */
export async function openDatabase(url: string, databaseName: string, timeoutMs: number): Promise<Database> {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: timeoutMs,
    ignoreUndefined: true,
    promoteLongs: true,
    writeConcern: { w: "majority", journal: true },
    appName: "astrolabe",
  });
  await client.connect();
  const db = client.db(databaseName);
  return {
    db,
    collection: (name) => db.collection(name),
    transaction: (work) =>
      client.withSession((session) =>
        session.withTransaction(() => work(session), {
          readConcern: { level: "snapshot" },
          writeConcern: { w: "majority", journal: true },
        }),
      ),
    nextIds: async (session, collection, count) => {
      const counter = await db
        .collection<Counter>("counters")
        .findOneAndUpdate(
          { _id: collection },
          { $inc: { value: count } },
          { upsert: true, returnDocument: "after", session },
        );
      if (!counter) throw new Error(`the id counter of ${collection} was not written`);
      return counter.value - count + 1;
    },
    ping: async () => {
      await db.command({ ping: 1 });
    },
    close: () => client.close(),
  };
}

/**
 * Whether an error says that the database cannot be reached. What was being written may be stored or not: a call that pays
 * carries a key by which it can be repeated.
 */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof MongoNetworkError || error instanceof MongoServerSelectionError;
}
