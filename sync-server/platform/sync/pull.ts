import type { AnySyncRow, Checkpoint, PullMessage, SyncCollection, SyncRow } from "#schemas/protocol.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { ReplicatedDocument } from "#server/platform/db/replicated.ts";
import type { Logger } from "#server/platform/http/runtime.ts";
import { revisionOf, toCheckpoint } from "./checkpoint.ts";
import { collectionNamed, ownerRead } from "./policy.ts";
import { shapeRow } from "./shape-row.ts";

export interface ReadContext {
  readonly database: Database;
  readonly log: Logger;
}

/** Answers a pull of this user (null: nobody signed in). Throws the refusals of the policy. */
export async function pull(
  context: ReadContext,
  userId: number | null,
  message: PullMessage,
): Promise<{ documents: AnySyncRow[]; checkpoint: Checkpoint }> {
  const collection = collectionNamed(message.collection);
  const owner = ownerRead(collection, userId);
  const { rows, revision } = await readAfter(context, collection, owner, revisionOf(message.checkpoint), message.limit);
  return { documents: rows, checkpoint: rows.length === 0 ? message.checkpoint : toCheckpoint(revision) };
}

/**
 * The owner's rows after a revision, oldest first, and the revision of the last one read. Revisions of one owner are
 * committed in order, so none below the last one read can appear later.
 *
 * A stored document that does not fit its row is logged and left out: one such document must not cut its owner off from
 * all that came after it. Nothing is lost by passing it, since whatever mends it is a write, and gives it a later revision.
 * Its place in the answer is filled with later rows, for a device takes an answer below its limit for the last one.
 */
export async function readAfter(
  { database, log }: ReadContext,
  collection: SyncCollection,
  owner: number,
  after: number,
  limit: number,
): Promise<{ rows: AnySyncRow[]; revision: number }> {
  const rows: AnySyncRow[] = [];
  let revision = after;
  for (;;) {
    const wanted = limit - rows.length;
    const part = await readPart(database, collection, owner, revision, wanted);
    for (const document of part) {
      const row = shapeOrReport(log, collection, document);
      if (row) rows.push(row);
      revision = document.revision;
    }
    if (part.length < wanted || rows.length === limit) return { rows, revision };
  }
}

function readPart(database: Database, collection: SyncCollection, owner: number, after: number, limit: number) {
  return database
    .collection<ReplicatedDocument>(collection)
    .find({ userId: owner, revision: { $gt: after } }, { projection: { _id: 0 } })
    .sort({ revision: 1 })
    .limit(limit)
    .toArray();
}

/** The row of a stored document; null, and an error in the log, where it fits none. */
export function shapeOrReport<C extends SyncCollection>(
  log: Logger,
  collection: C,
  document: ReplicatedDocument,
): SyncRow<C> | null {
  try {
    return shapeRow(collection, document);
  } catch (error) {
    log.error({ err: error, collection, userId: document.userId }, "a stored document was left out of the sync");
    return null;
  }
}
