import {
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  MongoClient,
  MongoDriverError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from "mongodb";
import { type Changes, openChanges } from "./changes.ts";

/**
 * How long the database may leave a command unanswered, and a command may wait for a connection: with the one repetition that
 * the driver makes, whoever asks a database that froze hears of it within a quarter of a minute.
 */
const SILENCE_MS = 5000;
/** A database that has no change to tell answers within so much of what counts as its silence. */
const AWAITED_SHARE = 0.8;
const OUT_OF_DISK_SPACE = 14_031;

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
  /** Runs work whose single commands may take as long as they take: migrations. */
  unhurried<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** The same for what a job tells beside its own transactions; absent where none is fenced. */
  readonly unfenced?: Database;
  /** How long the database may leave a look of a change stream unanswered, in ms. */
  readonly awaitMs: number;
  /** Who waits for something to change hears of it here, instead of asking again and again. */
  readonly changes: Changes;
  close(): Promise<void>;
}

interface Counter {
  readonly _id: string;
  readonly value: number;
}

/** Connections that are made at the same time. */
const MOST_CONNECTING = 8;

/** A transaction that a silent database would have repeat itself for two minutes. */
class DatabaseSilentError extends Error {
  constructor() {
    super("the database is silent: the transaction was given up");
    this.name = "DatabaseSilentError";
  }
}

/**
 * Connects to `url`; fails within `timeoutMs` when nobody answers there. A command without an answer for `silenceMs` (0:
 * however long) is repeated once, where that is safe, and then fails as if the database were away: what it was to write may
 * be written or not.
 */
export async function openDatabase(
  url: string,
  databaseName: string,
  timeoutMs: number,
  silenceMs = SILENCE_MS,
): Promise<Database> {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: timeoutMs,
    // At a start everything wants a connection at once: made two at a time on a busy machine, the last of them came too late.
    maxConnecting: MOST_CONNECTING,
    ...(silenceMs > 0 && {
      socketTimeoutMS: silenceMs,
      connectTimeoutMS: silenceMs,
      // Whoever waits for a connection waits for others that may take as long to fail.
      waitQueueTimeoutMS: 2 * silenceMs,
    }),
    ignoreUndefined: true,
    promoteLongs: true,
    writeConcern: { w: "majority", journal: true },
    appName: "astrolabe",
  });
  await client.connect();
  const db = client.db(databaseName);
  const awaitMs = AWAITED_SHARE * (silenceMs || SILENCE_MS);
  const changes = openChanges(db, awaitMs);
  return {
    db,
    changes,
    awaitMs,
    collection: (name) => db.collection(name),
    transaction: (work) => {
      const beganMs = performance.now();
      let lastProblem: unknown;
      return client.withSession((session) =>
        session.withTransaction(
          async () => {
            const isLate = silenceMs > 0 && performance.now() - beganMs >= silenceMs;
            if (isLate && isDatabaseAway(lastProblem)) throw new DatabaseSilentError();
            try {
              return await work(session);
            } catch (error) {
              lastProblem = error;
              throw error;
            }
          },
          { readConcern: { level: "snapshot" }, writeConcern: { w: "majority", journal: true } },
        ),
      );
    },
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
    unhurried: async (work) => {
      const patient = await openDatabase(url, databaseName, timeoutMs, 0);
      try {
        return await work(patient);
      } finally {
        await patient.close();
      }
    },
    close: async () => {
      const stopped = changes.stop();
      // A stream that the driver opens again at this moment ends with its client.
      await client.close();
      await stopped;
    },
  };
}

/**
 * Whether an error says that the database cannot be reached, or takes nothing in while its disk is full. What was being written may be stored or not: a call that pays
 * carries a key by which it can be repeated.
 */
export function isDatabaseAway(error: unknown): boolean {
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    // The driver keeps the class of this one to itself.
    (error instanceof MongoDriverError && error.name === "MongoWaitQueueTimeoutError") ||
    (error instanceof MongoServerError && error.code === OUT_OF_DISK_SPACE) ||
    error instanceof DatabaseSilentError
  );
}

/**
 * Whether a transaction was given up because others kept changing what it reads, for as long as the driver repeats one (two minutes):
 * nothing of it was written.
 */
export function isContended(error: unknown): boolean {
  return error instanceof MongoServerError && error.hasErrorLabel("TransientTransactionError");
}
