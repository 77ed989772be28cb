import type { SyncCollection } from "#schemas/protocol.ts";
import type { ClientSession, Document, WithId } from "mongodb";
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

interface Revision {
  readonly _id: string;
  readonly value: number;
}

/**
 * Writes documents of one owner, giving each the next revision and new ones their id. It must run in the transaction of
 * the change it records: the owner's revision counter is written in it, so two writers of one owner conflict and the
 * later one runs again. Hence revisions are committed in order, and a reader at revision N never misses one below it.
 */
export async function putReplicated(
  database: Database,
  session: ClientSession,
  collection: SyncCollection,
  userId: number,
  writes: readonly ReplicatedWrite[],
): Promise<WithId<ReplicatedDocument>[]> {
  if (writes.length === 0) return [];
  const documents = database.collection<ReplicatedDocument>(collection);
  const counter = await database
    .collection<Revision>("sync_revisions")
    .findOneAndUpdate(
      { _id: `${collection}:${userId}` },
      { $inc: { value: writes.length } },
      { upsert: true, returnDocument: "after", session },
    );
  if (!counter) throw new Error(`the revision counter of ${collection} was not written`);
  const known = await documents
    .find({ userId, uid: { $in: writes.map((write) => write.uid) } }, { session, projection: { uid: 1 } })
    .toArray();
  const knownUids = new Set(known.map((document) => document.uid));
  const fresh = writes.filter((write) => !knownUids.has(write.uid));
  let nextId = fresh.length > 0 ? await takeIds(database, collection, fresh.length) : 0;
  let revision = counter.value - writes.length;
  await documents.bulkWrite(
    writes.map((write) => {
      revision += 1;
      const state = { ...write.fields, revision, deleted: write.deleted ?? false };
      return knownUids.has(write.uid)
        ? { updateOne: { filter: { userId, uid: write.uid }, update: { $set: state } } }
        : { insertOne: { document: { ...state, uid: write.uid, id: nextId++, userId } } };
    }),
    { session, ordered: true },
  );
  return documents
    .find({ userId, revision: { $gt: counter.value - writes.length, $lte: counter.value } }, { session })
    .sort({ revision: 1 })
    .toArray();
}
