import { readCursor } from "#server/platform/ingest/cursor.ts";
import type { Database } from "#server/platform/db/database.ts";
import { markHead } from "#server/platform/audit/audit-head.ts";
import { restoredCollection } from "#server/platform/restored/state.ts";

/** Of which backup a database is made. */
export interface RestoredFrom {
  /** The one moment that the backup shows, by the clock of whoever took it. */
  readonly takenAt: Date;
  /** Now. */
  readonly restoredAt: Date;
}

/**
 * Says of a database that it was set back to a backup: servers that start on it sign nothing until they have read what the ledger holds
 * since, settled and compared all, and a super has confirmed what cannot be known. To be called once every document of the backup is
 * there, before whatever keeps servers from starting on it goes. Needs no key of the vault, and may be called again: the later restore
 * counts.
 */
export async function markRestored(database: Database, { takenAt, restoredAt }: RestoredFrom): Promise<void> {
  const ledger = (await readCursor(database, null))?.ledger ?? 0;
  const begun = { phase: "marked", since: restoredAt, quietFrom: null, readTo: null, readAt: null } as const;
  // First: whoever was cut off meanwhile learns of it by what every signature reads.
  await markHead(database, restoredAt);
  const mark = { takenAt, restoredAt, ledger, ...begun };
  await restoredCollection(database).replaceOne({ _id: "restored" }, mark, { upsert: true });
}
