import type { ClientSession, Collection } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";

/**
 * How far a database that was set back to a backup is made true again. `marked`: no server has begun. `reading`: the ledger is read from
 * the backup's cursor on. `settling`: what was open is ended by what the ledger has. `reconciling`: all is compared. `confirming`: a
 * super looks at what cannot be known. `done`: it signs again.
 */
export const RESTORED_PHASES = ["marked", "reading", "settling", "reconciling", "confirming", "done"] as const;
export type RestoredPhase = (typeof RESTORED_PHASES)[number];

/** What is known of the restore that this database comes from. */
export interface RestoredState {
  readonly _id: "restored";
  /** The moment that the backup shows. */
  readonly takenAt: Date;
  /** When it was put back: whatever was confirmed before this and has no row may have been carried out. */
  readonly restoredAt: Date;
  /** The last ledger that the backup had whole; 0 where it had none. */
  readonly ledger: number;
  readonly phase: RestoredPhase;
  /** When the present phase began. */
  readonly since: Date;
  /** None while it is `marked`: what only forbids is believed of anybody. */
  readonly seal?: string;
}

type Where = Pick<Database, "db">;

const RESTORED_KIND: SealedKind<RestoredState> = {
  collection: "restored_state",
  contentOf: ({ _id, takenAt, restoredAt, ledger, phase, since }) => ({
    _id,
    takenAt,
    restoredAt,
    ledger,
    phase,
    since,
  }),
};

export function restoredCollection(database: Database): Collection<RestoredState> {
  return database.collection<RestoredState>(RESTORED_KIND.collection);
}

/** What a database knows of its own restore; null for one that never was. A state without our seal counts as `marked`. */
export async function readRestored(database: Database, session: ClientSession | null): Promise<RestoredState | null> {
  const found = await restoredCollection(database).findOne({ _id: "restored" }, inSession(session));
  if (!found || found.phase === "marked" || isRowSealed(database, RESTORED_KIND, found)) return found;
  return { ...found, phase: "marked" };
}

export function sealRestored(database: Where, state: Omit<RestoredState, "seal">): string {
  return sealRow(database, RESTORED_KIND, state);
}
