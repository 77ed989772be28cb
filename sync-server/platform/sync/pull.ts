import type { AnySyncRow, Checkpoint, PullMessage, SyncCollection } from "#schemas/protocol.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { ReplicatedDocument } from "#server/platform/db/replicated.ts";
import { revisionOf, toCheckpoint } from "./checkpoint.ts";
import { collectionNamed, ownerRead } from "./policy.ts";
import { shapeRow } from "./shape-row.ts";

/** Answers a pull of this user (null: nobody signed in). Throws the refusals of the policy. */
export async function pull(
  database: Database,
  userId: number | null,
  message: PullMessage,
): Promise<{ documents: AnySyncRow[]; checkpoint: Checkpoint }> {
  const collection = collectionNamed(message.collection);
  const owner = ownerRead(collection, userId);
  const { rows, revision } = await readAfter(
    database,
    collection,
    owner,
    revisionOf(message.checkpoint),
    message.limit,
  );
  return { documents: rows, checkpoint: rows.length === 0 ? message.checkpoint : toCheckpoint(revision) };
}

/**
 * The owner's rows after a revision, oldest first, and the revision of the last. Revisions of one owner are committed in
 * order, so none below the last one read can appear later.
 */
export async function readAfter(
  database: Database,
  collection: SyncCollection,
  owner: number,
  after: number,
  limit: number,
): Promise<{ rows: AnySyncRow[]; revision: number }> {
  const documents = await database
    .collection<ReplicatedDocument>(collection)
    .find({ userId: owner, revision: { $gt: after } }, { projection: { _id: 0 } })
    .sort({ revision: 1 })
    .limit(limit)
    .toArray();
  return {
    rows: documents.map((document) => shapeRow(collection, document)),
    revision: documents.at(-1)?.revision ?? after,
  };
}
