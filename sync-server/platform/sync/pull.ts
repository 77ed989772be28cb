import type { AnySyncRow, Checkpoint, PullMessage, SyncCollection, SyncRow } from "#schemas/protocol.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { ReplicatedDocument } from "#server/platform/db/replicated.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import { isConfigBelieved } from "#server/platform/seals/sealed-config.ts";
import { revisionOf, toCheckpoint } from "./checkpoint.ts";
import { collectionNamed, ownerRead } from "./policy.ts";
import type { ReportMisfit } from "./report-misfit.ts";
import { shapeRow, STORED_FIELDS } from "./shape-row.ts";

export interface ReadContext {
  readonly database: Database;
  readonly reportMisfit: ReportMisfit;
}

/** How much is read at most. The row that reaches `bytes` is still read: one larger than all of them must pass, too. */
export interface Bounds {
  readonly rows: number;
  readonly bytes: number;
}

export interface ReadRows {
  readonly rows: AnySyncRow[];
  /** Of the last document read, whether or not it gave a row. */
  readonly revision: number;
  /** JSON bytes of the rows. */
  readonly bytes: number;
  /** Whether a bound ended the reading. */
  readonly hasMore: boolean;
}

/** JSON bytes of the rows in one answer: several fit what a slow socket may leave unread. */
export const PULL_BYTES = 256 * 1024;
/** Rows asked of the database at once, about as many as fit an answer. */
const PART_ROWS = 500;
/** Of all documents read for one answer, those that give no row counted in. */
const READ_ROWS = 5000;

/** Answers a pull of this user (null: nobody signed in). Throws the refusals of the policy, and of the checkpoint. */
export async function pull(
  context: ReadContext,
  userId: number | null,
  message: PullMessage,
): Promise<{ documents: AnySyncRow[]; checkpoint: Checkpoint; hasMore: boolean; bytes: number }> {
  const collection = collectionNamed(message.collection);
  const owner = ownerRead(collection, userId);
  const after = revisionOf(context.database, message.checkpoint);
  const read = await readAfter(context, collection, owner, after, { rows: message.limit, bytes: PULL_BYTES });
  const { rows, revision, bytes, hasMore } = read;
  const checkpoint = revision === after ? message.checkpoint : toCheckpoint(context.database, revision);
  return { documents: rows, checkpoint, hasMore, bytes };
}

/**
 * The owner's rows after a revision, oldest first. Revisions of one owner are committed in order, so none below the last
 * one read can appear later.
 *
 * A stored document that does not fit its row is reported and left out: one such document must not cut its owner off from
 * all that came after it. Nothing is lost by passing it, since whatever mends it is a write, and gives it a later revision.
 */
export async function readAfter(
  { database, reportMisfit }: ReadContext,
  collection: SyncCollection,
  owner: number,
  after: number,
  bounds: Bounds,
): Promise<ReadRows> {
  const rows: AnySyncRow[] = [];
  let revision = after;
  let bytes = 0;
  let readRows = 0;
  for (;;) {
    const wanted = Math.min(bounds.rows - rows.length, PART_ROWS);
    const part = await rowsAfter(database, collection, owner, revision, wanted).toArray();
    for (const document of part) {
      if (rows.length > 0 && bytes >= bounds.bytes) return { rows, revision, bytes, hasMore: true };
      const row = believedRow({ database, reportMisfit }, collection, document);
      if (row) {
        rows.push(row);
        bytes += Buffer.byteLength(JSON.stringify(row));
      }
      revision = document.revision;
    }
    readRows += part.length;
    if (part.length < wanted) return { rows, revision, bytes, hasMore: false };
    if (rows.length === bounds.rows || readRows >= READ_ROWS) return { rows, revision, bytes, hasMore: true };
  }
}

/** The stored documents, by the index over owner and revision alone. */
export function rowsAfter(database: Database, collection: SyncCollection, owner: number, after: number, limit: number) {
  return database
    .collection<ReplicatedDocument>(collection)
    .find({ userId: owner, revision: { $gt: after } }, { projection: { ...STORED_FIELDS[collection], seal: 1 } })
    .sort({ revision: 1 })
    .limit(limit);
}

/** The same, and nothing of what everybody is shown that was written past the server: devices keep what they were told before. */
function believedRow(
  { database, reportMisfit }: ReadContext,
  collection: SyncCollection,
  document: ReplicatedDocument,
) {
  const row = shapeOrReport(reportMisfit, collection, document);
  if (row === null || collection !== "ui_config") return row;
  const { configKey, configValue, seal } = document;
  if (isConfigBelieved(database, { uid: document.uid, configKey, configValue, seal })) return row;
  reportMisfit(collection, document, new SealBrokenError(`row ${document.uid} of ${collection}`));
  return null;
}

/** The row of a stored document; null, and a report, where it fits none. */
export function shapeOrReport<C extends SyncCollection>(
  reportMisfit: ReportMisfit,
  collection: C,
  document: ReplicatedDocument,
): SyncRow<C> | null {
  try {
    return shapeRow(collection, document);
  } catch (error) {
    reportMisfit(collection, document, error);
    return null;
  }
}
