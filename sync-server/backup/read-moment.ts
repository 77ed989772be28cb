import { setTimeout as delay } from "node:timers/promises";
import {
  type Binary,
  BSON,
  type ClientSession,
  type Collection,
  type Document,
  type Filter,
  type FindOptions,
  MongoServerError,
  type ObjectId,
} from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { BackupError } from "./backup-error.ts";

/** What lives only while servers run, and the mark of a restore. */
const LEFT_OUT: readonly string[] = ["leases", "processes", "restores"];
/** What is asked for at once: while the embedded database puts it together, nobody else is served. */
const BATCH_BYTES = 256 * 1024;
const MOST_IN_BATCH = 150;
const SAMPLE = 20;
const LONGEST_PAUSE_MS = 100;
const SNAPSHOT_TOO_OLD = 239;
const SNAPSHOT_UNAVAILABLE = 246;

/** Bounded by the time that a piece of work took, so that whoever else is served has at least half of the database's. */
export interface Pace {
  /** Waits as long as is due after work that took `tookMs`. */
  rest(tookMs: number): Promise<void>;
}

export const GENTLE: Pace = { rest: (tookMs) => delay(Math.min(Math.max(tookMs, 1), LONGEST_PAUSE_MS)) };
export const HASTY: Pace = { rest: () => Promise.resolve() };

/**
 * Runs `work` with a session whose reads all show the database at one moment, whatever is written meanwhile: `readConcern: "snapshot"`
 * at the cluster time of the first read (MongoDB 5.0 and later; the embedded database serves the same). Throws BackupError when the database no longer
 * keeps that moment.
 */
export async function atOneMoment<T>(database: Database, work: (session: ClientSession) => Promise<T>): Promise<T> {
  return database.db.client.withSession({ snapshot: true }, async (session) => {
    try {
      return await work(session);
    } catch (error) {
      throw tooLate(error);
    }
  });
}

function tooLate(error: unknown): unknown {
  if (!(error instanceof MongoServerError) || (error.code !== SNAPSHOT_TOO_OLD && error.code !== SNAPSHOT_UNAVAILABLE))
    return error;
  return new BackupError(
    "The database no longer keeps the moment that was being copied: raise its minSnapshotHistoryWindowInSeconds above what a backup takes.",
    error,
  );
}

/** What belongs in a backup, by name. */
export async function collectionsIn(database: Database): Promise<string[]> {
  const found = await database.db.listCollections({}, { nameOnly: true }).toArray();
  return found
    .filter(({ name, type }) => type !== "view" && !name.startsWith("system.") && !LEFT_OUT.includes(name))
    .map(({ name }) => name)
    .toSorted();
}

/**
 * All documents of a collection as BSON, some at a time; those of a moment within such a session, or as they are. Each part is asked for by
 * itself, behind the last `_id`: a cursor that stays open over a write has the embedded database read all the rest at once.
 */
export async function* rawDocuments(
  database: Database,
  name: string,
  session: ClientSession | null,
  pace: Pace,
): AsyncGenerator<readonly Buffer[]> {
  const collection = database.collection<StoredRow>(name);
  const options = { ...(session && { session }), raw: true };
  const ask = (filter: Filter<StoredRow>, direction: 1 | -1, limit: number) =>
    collection.find<RawRow>(filter, { ...options, sort: { _id: direction }, limit, batchSize: limit }).toArray();
  const sample = await ask({}, 1, SAMPLE);
  const [first, last] = [sample[0], (await ask({}, -1, 1))[0]];
  if (!first || !last) return;
  const mean = sample.reduce((sum, { length }) => sum + length, 0) / sample.length;
  const batchSize = Math.min(Math.max(Math.floor(BATCH_BYTES / Math.max(mean, 1)), 2), MOST_IN_BATCH);
  const parts =
    typeOf(idOf(first)) === typeOf(idOf(last)) ? inParts(ask, batchSize) : byCursor(collection, options, batchSize);
  let beganMs = performance.now();
  for await (const part of parts) {
    yield part.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    await pace.rest(performance.now() - beganMs);
    beganMs = performance.now();
  }
}

interface StoredRow extends Document {
  readonly _id: ObjectId | Binary | Date | string | number | boolean | null;
}
/** As the driver hands it out with `raw`. */
type RawRow = Uint8Array & Document;

async function* inParts(
  ask: (filter: Filter<StoredRow>, direction: 1, limit: number) => Promise<RawRow[]>,
  size: number,
): AsyncGenerator<readonly RawRow[]> {
  let filter: Filter<StoredRow> = {};
  for (;;) {
    const part = await ask(filter, 1, size);
    if (part.length > 0) yield part;
    const last = part.at(-1);
    if (last === undefined || part.length < size) return;
    filter = { _id: { $gt: idOf(last) } };
  }
}

/** What is greater is asked for among values of one type alone: ids of several are read by a cursor. */
async function* byCursor(
  collection: Collection<StoredRow>,
  options: FindOptions,
  batchSize: number,
): AsyncGenerator<readonly RawRow[]> {
  const cursor = collection.find<RawRow>({}, { ...options, batchSize });
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}

/** Its `_id` as it is stored: numbers of every kind stay what they are. */
function idOf(row: RawRow): StoredRow["_id"] {
  return BSON.deserialize(row, { promoteValues: false, promoteBuffers: false })["_id"];
}

const NUMBERS: readonly string[] = ["Int32", "Double", "Long", "Decimal128"];

/** Which values it can be compared with. */
function typeOf(id: StoredRow["_id"]): string {
  const kind = typeof id === "object" && id !== null && "_bsontype" in id ? String(id._bsontype) : typeof id;
  if (NUMBERS.includes(kind)) return "number";
  if (id === null) return "null";
  return id instanceof Date ? "Date" : kind;
}
