import type { ClientSession, Collection, Db } from "mongodb";
import type { RestoredPhase } from "#schemas/restored.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";

/** What is known of the restore that this database comes from. */
export interface RestoredState {
  readonly _id: "restored";
  /** The moment that the backup shows. */
  readonly takenAt: Date;
  /** When it was put back: whatever was confirmed before this and has no row may have been carried out. */
  readonly restoredAt: Date;
  /** The last ledger that the backup had whole; 0 where it had none. */
  readonly ledger: number;
  /**
   * `marked`: no server has begun. `reading`: the ledger is read from the backup's cursor on. `settling`: what was open is ended by what the
   * ledger has. `reconciling`: all is compared. `confirming`: a super looks at what cannot be known. `done`: it signs again.
   */
  readonly phase: RestoredPhase;
  /** When the present phase began. */
  readonly since: Date;
  /**
   * From when on nothing that was signed before the restore can come into a ledger, by the network's time; null until a server asked the
   * network for it.
   */
  readonly quietFrom: Date | null;
  /** Up to which ledger all was read; null until it was. */
  readonly readTo: number | null;
  /** When that ledger closed. */
  readonly readAt: Date | null;
  /** None while it is `marked`: what only forbids is believed of anybody. */
  readonly seal?: string;
}

/** Says that a database is being made of a backup, or is a part of one. */
export interface RestoreMark {
  readonly _id: "under-way";
  readonly startedAt: Date;
  readonly file: string;
}

export const RESTORES = "restores";

type Where = Pick<Database, "db">;

export const RESTORED_KIND: SealedKind<RestoredState> = {
  collection: "restored_state",
  contentOf: ({ seal: _seal, ...content }) => content,
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

/** Connections over which a database was seen that was never set back: none is while servers run on it. */
const neverRestored = new WeakSet<Db>();

/** Whether a process has seen that there is a restore to ask about, or has not looked. */
export function mayKnowOfRestore(database: Where): boolean {
  return !neverRestored.has(database.db);
}

/** To be called by whoever holds a lease anew, or hears of a restore: while nobody held it, the database may have been set back. */
export function lookAgainForRestore(database: Database): void {
  neverRestored.delete(database.db);
}

/** As {@link readRestored}, at no cost where there is nothing of it. */
export async function restoredState(database: Database, session: ClientSession | null): Promise<RestoredState | null> {
  if (neverRestored.has(database.db)) return null;
  const state = (await readRestored(database, session)) ?? (await readHalf(database, session));
  if (state === null) neverRestored.add(database.db);
  return state;
}

/** What is being put back as somebody looks, who was cut off from it when that began: it is as little true as what was not begun. */
async function readHalf(database: Database, session: ClientSession | null): Promise<RestoredState | null> {
  const mark = await database.collection<RestoreMark>(RESTORES).findOne({ _id: "under-way" }, inSession(session));
  if (!mark) return null;
  const { startedAt: at } = mark;
  const begun = { phase: "marked", since: at, quietFrom: null, readTo: null, readAt: null } as const;
  return { _id: "restored", takenAt: at, restoredAt: at, ledger: 0, ...begun };
}

/** Whether a database was set back and is not true again: nothing is signed, and no job runs but those that make it so. */
export async function isRestoring(database: Database, session: ClientSession | null): Promise<boolean> {
  const state = await restoredState(database, session);
  return state !== null && state.phase !== "done";
}

/** Whether it is not known yet what the ledger holds of what was open: nobody is told what became of anything. */
export async function isReadingOn(database: Database, session: ClientSession | null): Promise<boolean> {
  const state = await restoredState(database, session);
  return state !== null && ["marked", "reading", "settling"].includes(state.phase);
}

/** Goes on to the next phase, from where it was read; false where another process has. */
export async function movePhase(
  database: Database,
  session: ClientSession,
  { seal: _seal, ...seen }: RestoredState,
  change: Partial<Omit<RestoredState, "_id" | "seal">>,
): Promise<boolean> {
  const next = { ...seen, ...change };
  const { matchedCount } = await restoredCollection(database).updateOne(
    { _id: "restored", restoredAt: seen.restoredAt, since: seen.since },
    { $set: { ...next, seal: sealRestored(database, next) } },
    { session },
  );
  return matchedCount === 1;
}
