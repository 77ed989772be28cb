import type { BulkWriteRow, WithDeleted } from "rxdb";
import type { Checkpoint, SyncCollection } from "#schemas/protocol.ts";
import { PULLED } from "#pwa/platform/rxdb/pulled-storage.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { CHECKPOINT_UID, readAll } from "#pwa/platform/rxdb/stored-rows.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";

/** Up to where a collection was pulled, as it is stored beside the rows. */
export interface HeldCheckpoint {
  readonly at: Checkpoint;
  /** What is stored, for the next write to follow upon; null before the first. */
  readonly stored: object | null;
}

export async function readHeld(database: UserDatabase, collection: SyncCollection): Promise<HeldCheckpoint> {
  const [stored] = await database.rows[collection].storage.findDocumentsById([CHECKPOINT_UID], true);
  const at: unknown = stored && "checkpoint" in stored ? stored.checkpoint : null;
  return { at: typeof at === "string" ? at : null, stored: stored ?? null };
}

/**
 * Stores pulled rows together with the checkpoint they lead to: after a crash there are both or neither. False, with nothing
 * written, where another tab has pulled since `held` was read; its rows may be newer than these.
 */
export async function putPulled<C extends SyncCollection>(
  database: UserDatabase,
  collection: C,
  rows: readonly WithDeleted<LocalRow<C>>[],
  held: HeldCheckpoint,
  checkpoint: Checkpoint,
): Promise<boolean> {
  const last = { uid: CHECKPOINT_UID, _deleted: true, checkpoint };
  const writes = [...rows, last].map((row) => ({
    document: { ...row, _attachments: {}, _meta: { lwt: 1 }, _rev: "" },
  }));
  const end = writes.at(-1);
  if (end && held.stored) Object.assign(end, { previous: held.stored });
  const { storage } = database.rows[collection];
  // RxDB's type has no place for a document that is no row; the storage takes any that has the fields of its indexes or not.
  const asRows = writes as unknown as BulkWriteRow<LocalRow<C>>[];
  const { error } = await storage.bulkWrite(asRows, PULLED);
  return error.length === 0;
}

/**
 * Forgets all that was pulled of a collection, with up to where: it is pulled from the beginning. After a crash all is forgotten or nothing.
 */
export async function forgetPulled<C extends SyncCollection>(database: UserDatabase, collection: C): Promise<void> {
  const rows = await readAll(database.rows[collection].storage);
  const gone = rows.map((row) => ({ ...row, _deleted: true }));
  const held = await readHeld(database, collection);
  // Another tab that was faster has forgotten or pulled them, and is asked to once more by the server.
  await putPulled(database, collection, gone, held, null);
}
