import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { confirmedAtMs } from "#schemas/values/idempotency-key.ts";
import type { Database } from "#server/platform/db/database.ts";
import { restoredState } from "#server/platform/restored/state.ts";

/** How far a device's clock may be behind and its confirmations still count as lost, in ms. */
const SKEW_MS = 60 * 60 * 1000;

/**
 * Throws `confirmed-before-restore` for a key that was made, by its own word, between the backup that a database was set back to and the
 * restore. Keys that tell no time are believed to be new.
 */
export async function refuseLost(database: Database, session: ClientSession | null, key: string): Promise<void> {
  const state = await restoredState(database, session);
  const atMs = state && confirmedAtMs(key);
  if (!state || atMs === null) return;
  if (atMs >= state.takenAt.getTime() - SKEW_MS && atMs < state.restoredAt.getTime())
    throw new AppError("confirmed-before-restore");
}
