import type { Db } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { Checkpoint } from "#schemas/protocol.ts";
import type { Database } from "#server/platform/db/database.ts";

const FORM = /^r([0-9a-z]{1,11})(?:-([0-9a-z]{1,11}))?$/;

type Where = Pick<Database, "db">;

/** By the connection: the restore that a database comes from, as checkpoints name it. */
const epochs = new WeakMap<Db, string>();

/** Has every checkpoint of a database name the restore that it comes from; null where it was never set back. */
export function setSyncEpoch({ db }: Where, restoredAt: Date | null): void {
  if (restoredAt) epochs.set(db, restoredAt.getTime().toString(36));
  else epochs.delete(db);
}

/** A checkpoint is the revision up to which an owner's documents of one collection are held, and since which restore. */
export function toCheckpoint({ db }: Where, revision: number): string {
  const epoch = epochs.get(db);
  return epoch === undefined ? `r${revision.toString(36)}` : `r${revision.toString(36)}-${epoch}`;
}

/**
 * The revision of a checkpoint; 0 for none. Throws `sync-message-malformed`, and `sync-restored` for one of a past that is not this
 * database's: what was given out then may be gone, and what is here was perhaps never seen.
 */
export function revisionOf({ db }: Where, checkpoint: Checkpoint): number {
  if (checkpoint === null) return 0;
  const [, digits, epoch] = FORM.exec(checkpoint) ?? [];
  const revision = digits === undefined ? Number.NaN : Number.parseInt(digits, 36);
  if (!Number.isSafeInteger(revision)) throw new AppError("sync-message-malformed");
  if (epoch !== epochs.get(db)) throw new AppError("sync-restored");
  return revision;
}
