import type { SyncCollection } from "#schemas/protocol.ts";
import type { ClientSession, Document } from "mongodb";
import type { Database } from "./database.ts";
import { takeIds } from "./ids.ts";

/** Owner of the documents that everyone may read. */
export const PUBLIC_OWNER = 0;

/** The fields that make a document replicable; the feature's own fields stand beside them. */
export interface ReplicatedDocument extends Document {
  readonly uid: string;
  readonly id: number;
  readonly userId: number;
  /** Position in the owner's history of this collection: later commits have higher revisions. */
  readonly revision: number;
  readonly deleted: boolean;
}

/** One document to write: `fields` are set, all others stay as they are. */
export interface ReplicatedWrite {
  readonly uid: string;
  readonly fields: Document;
  readonly deleted?: boolean;
}

/** A document to write, and whose it is. */
export interface OwnedWrite extends ReplicatedWrite {
  readonly userId: number;
}

const REVISIONS = "sync_revisions";

interface Revision {
  readonly _id: string;
  readonly value: number;
}

/**
 * Writes documents of one owner, giving each the next revision and new ones their id. It must run in the transaction of
 * the change it records: the owner's revision counter is written in it, so two writers of one owner conflict and the
 * later one runs again. Hence revisions are committed in order, and a reader at revision N never misses one below it.
 */
export function putReplicated(
  database: Database,
  session: ClientSession,
  collection: SyncCollection,
  userId: number,
  writes: readonly ReplicatedWrite[],
): Promise<void> {
  const owned = writes.map((write) => ({ ...write, userId }));
  return putReplicatedOf(database, session, collection, owned);
}

/** Writes documents of many owners as `putReplicated` does, with as many commands as for one. */
export async function putReplicatedOf(
  database: Database,
  session: ClientSession,
  collection: SyncCollection,
  writes: readonly OwnedWrite[],
): Promise<void> {
  if (writes.length === 0) return;
  const documents = database.collection<ReplicatedDocument>(collection);
  const revisions = await takeRevisions(database, session, collection, writes);
  const found = await documents.find(keysOf(writes), { session, projection: { _id: 0, userId: 1, uid: 1 } }).toArray();
  const known = new Set(found.map(rowKey));
  const fresh = writes.filter((write) => !known.has(rowKey(write)));
  let nextId = fresh.length > 0 ? await takeIds(database, collection, fresh.length) : 0;
  await documents.bulkWrite(
    writes.map((write) => {
      const { userId, uid, fields, deleted = false } = write;
      const revision = (revisions.get(userId) ?? 0) + 1;
      revisions.set(userId, revision);
      const state = { ...fields, revision, deleted };
      return known.has(rowKey(write))
        ? { updateOne: { filter: { userId, uid }, update: { $set: state } } }
        : { insertOne: { document: { ...state, uid, id: nextId++, userId } } };
    }),
    { session, ordered: true },
  );
}

/** A filter for at least these rows, in one look at the index. */
export function keysOf(rows: readonly { readonly userId: number; readonly uid: string }[]) {
  return {
    userId: { $in: [...new Set(rows.map(({ userId }) => userId))] },
    uid: { $in: [...new Set(rows.map(({ uid }) => uid))] },
  };
}

/** Tells rows of several owners apart. */
export function rowKey({ userId, uid }: { readonly userId: number; readonly uid: string }): string {
  return `${userId} ${uid}`;
}

/** A collection, and one of its owners. */
export interface OwnedCollection {
  readonly collection: SyncCollection;
  readonly userId: number;
}

/** The last revision of each owner in each collection, in their order; 0 where nothing was ever written. */
export async function lastRevisions(database: Database, of: readonly OwnedCollection[]): Promise<readonly number[]> {
  const names = of.map(({ collection, userId }) => counterOf(collection, userId));
  const found = await database
    .collection<Revision>(REVISIONS)
    .find({ _id: { $in: names } })
    .toArray();
  const values = new Map(found.map(({ _id, value }) => [_id, value]));
  return names.map((name) => values.get(name) ?? 0);
}

function counterOf(collection: SyncCollection, userId: number): string {
  return `${collection}:${userId}`;
}

/** Moves each owner's counter on by the number of its writes; answers with the last revision before them, by owner. */
async function takeRevisions(
  database: Database,
  session: ClientSession,
  collection: SyncCollection,
  writes: readonly OwnedWrite[],
): Promise<Map<number, number>> {
  const counters = database.collection<Revision>(REVISIONS);
  const counts = new Map([...Map.groupBy(writes, ({ userId }) => userId)].map(([userId, own]) => [userId, own.length]));
  const moves = [...counts].map(([userId, count]) => ({
    updateOne: { filter: { _id: counterOf(collection, userId) }, update: { $inc: { value: count } }, upsert: true },
  }));
  await counters.bulkWrite(moves, { session, ordered: true });
  const names = [...counts.keys()].map((userId) => counterOf(collection, userId));
  const moved = await counters.find({ _id: { $in: names } }, { session }).toArray();
  const values = new Map(moved.map(({ _id, value }) => [_id, value]));
  return new Map(
    [...counts].map(([userId, count]) => {
      const value = values.get(counterOf(collection, userId));
      if (value === undefined) throw new Error(`the revision counter of ${collection} was not written`);
      return [userId, value - count];
    }),
  );
}
