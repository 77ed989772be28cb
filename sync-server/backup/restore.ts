import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { type Lease, type Leases, openLeases, saysLeaseLost } from "#server/platform/jobs/leases.ts";
import { markRestored } from "#server/restored/index.ts";
import { BackupError } from "./backup-error.ts";
import { type Fitting, inspectBackup } from "./inspect-backup.ts";
import { putBack } from "./put-back.ts";
import type { ReadBackup } from "./read-backup.ts";
import { collectionsIn, HASTY } from "./read-moment.ts";
import { isHalfRestored, markHalfRestored, unmarkHalfRestored } from "./restore-mark.ts";

/** What a backup is restored into. */
export interface Restoring extends Fitting {
  readonly database: Database;
  readonly clock: Clock;
  readonly migrations: readonly Migration[];
  /** Whether what the database holds may go. */
  readonly replaces: boolean;
  /** How long it is watched whether a server renews its leases; a little longer than a lease unless told. */
  readonly watchMs?: number;
  readonly tell?: (done: number, total: number) => void;
  /** Says that nobody wants it any more; what is half done stays marked. */
  readonly signal?: AbortSignal;
}

const LEASE = "restore";
/** More than a lease lasts: whoever holds one then is alive. */
const WATCH_MS = 6000;

/**
 * Makes a database of a backup, whole or not at all: from before the first change until everything is in, compared and indexed, a mark
 * keeps every server from starting on it, and who runs it again begins anew. Servers that start then know that they are behind the ledger
 * (`markRestored`). Throws BackupError: before anything is changed for a backup that does not fit, a database that is not empty and is not
 * to be replaced, or one that a server uses.
 */
export async function restore(file: string, key: Buffer, restoring: Restoring): Promise<ReadBackup> {
  const read = await inspectBackup(file, key, restoring);
  const { database, clock, watchMs = WATCH_MS, signal = new AbortController().signal } = restoring;
  const leases = openLeases(database);
  const lease = await leases.acquire(LEASE);
  if (!lease) throw new BackupError("Another restore into this database is under way, or ended a few seconds ago.");
  try {
    await take(file, { ...restoring, leases, watchMs });
    await database.unhurried((patient) =>
      putBack(file, key, read, { ...restoring, database: patient, pace: HASTY, signal }),
    );
    await markRestored(database, { takenAt: new Date(read.head.takenAt), restoredAt: clock.now() });
    await end(database, leases, lease);
    return read;
  } finally {
    // Without the database it runs out by itself.
    await leases.release(lease).catch(() => undefined);
  }
}

/**
 * Lets servers start, unless another restore has begun. A lease that ran out is no such sign: a database that builds the index of a
 * million rows may renew nothing meanwhile.
 */
async function end(database: Database, leases: Leases, lease: Lease): Promise<void> {
  try {
    await database.transaction(async (session) => {
      await leases.assertHeld(session, lease);
      await unmarkHalfRestored(database, session);
    });
  } catch (error) {
    if (!saysLeaseLost(error)) throw error;
    throw new BackupError("Another restore into this database began meanwhile: wait for that one.", error);
  }
}

interface Taking extends Restoring {
  readonly leases: Leases;
  readonly watchMs: number;
}

/**
 * Marks the database, if it is nobody's. A server looks for the mark after it has taken its first lease: whichever of both came first, one
 * of them sees the other.
 */
async function take(file: string, { database, clock, replaces, leases, watchMs }: Taking): Promise<void> {
  const isHalf = await isHalfRestored(database);
  if (!isHalf && !replaces && !(await isEmpty(database)))
    throw new BackupError(
      `The database ${database.db.databaseName} is not empty: restore into an empty one, or say --replace to lose what it holds.`,
    );
  await refuseServed(database, leases, watchMs);
  await markHalfRestored(database, file, clock.now());
  try {
    await delay(watchMs);
    if (await isServed(database, leases)) throw served();
  } catch (error) {
    if (!isHalf) await unmarkHalfRestored(database, null);
    throw error;
  }
}

async function refuseServed(database: Database, leases: Leases, watchMs: number): Promise<void> {
  if (!(await isServed(database, leases))) return;
  // One that was killed a moment ago still seems to be there.
  await delay(watchMs);
  if (await isServed(database, leases)) throw served();
}

function served(): BackupError {
  return new BackupError("A server runs on this database: stop all of them first.");
}

async function isServed(database: Database, { holder }: Leases): Promise<boolean> {
  const held = { holder: { $nin: ["", holder] }, $expr: { $gt: ["$until", "$$NOW"] } };
  return (await database.collection("leases").findOne(held)) !== null;
}

async function isEmpty(database: Database): Promise<boolean> {
  for (const name of await collectionsIn(database))
    if ((await database.collection(name).findOne({}, { projection: { _id: 1 } })) !== null) return false;
  return true;
}
