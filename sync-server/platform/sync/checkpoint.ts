import { AppError } from "#schemas/errors.ts";
import type { Checkpoint } from "#schemas/protocol.ts";

const FORM = /^r([0-9a-z]{1,11})$/;

/** A checkpoint is the revision up to which an owner's documents of one collection are held. */
export function toCheckpoint(revision: number): string {
  return `r${revision.toString(36)}`;
}

/** The revision of a checkpoint; 0 for none. Throws `sync-message-malformed`. */
export function revisionOf(checkpoint: Checkpoint): number {
  if (checkpoint === null) return 0;
  const digits = FORM.exec(checkpoint)?.[1];
  const revision = digits === undefined ? Number.NaN : Number.parseInt(digits, 36);
  if (!Number.isSafeInteger(revision)) throw new AppError("sync-message-malformed");
  return revision;
}
