import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "#server/platform/http/runtime.ts";
import { type Lease, type Leases, openLeases, saysLeaseLost } from "#server/platform/jobs/leases.ts";
import type { Database } from "./database.ts";
import { noteVersion, type Release, refuseUnfit } from "./release.ts";

/** One numbered change of what is stored. It may run again after a crash half-way, so each step of it must be repeatable. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  run(database: Database, now: Date): Promise<void>;
}

interface AppliedMigration {
  readonly _id: number;
  readonly name: string;
  readonly appliedAt: Date;
  /** Absent where nobody said which version it was. */
  readonly appVersion?: string;
}

const LEASE = "migrations";
const RETRY_MS = 200;

/**
 * Runs the migrations that have not run yet, in order, one server process at a time; others wait for it. One that was
 * overtaken records nothing, and what it does to the documents meanwhile is what its successor does, too: so it does itself where
 * nobody else did. A database that builds an index of a million rows may renew nothing meanwhile.
 * Answers with the numbers it ran. Told by the signal to stop, it ends with the migration under way and throws. Where it is told
 * the `release`, a database that does not fit it is refused with ConfigError (`release.ts`), and the version is noted.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  clock: Clock,
  signal?: AbortSignal,
  release?: Release,
): Promise<number[]> {
  const ran: number[] = [];
  for (;;) {
    try {
      await migrateHeld(database, migrations, { clock, signal, release, ran });
      return ran;
    } catch (error) {
      if (!saysLeaseLost(error)) throw error;
    }
  }
}

async function migrateHeld(
  database: Database,
  migrations: readonly Migration[],
  { clock, signal, release, ran }: Pick<Run, "clock" | "signal" | "release" | "ran">,
): Promise<void> {
  const leases = openLeases(database);
  const lease = await waitFor(leases, signal);
  try {
    const known = migrations.map(({ number }) => number);
    if (release) await refuseUnfit(database, known, release);
    const done = new Set((await appliedTo(database).find().toArray()).map((migration) => migration._id));
    const pending = migrations.filter(({ number }) => !done.has(number));
    const ordered = pending.toSorted((left, right) => left.number - right.number);
    const run = { database, leases, lease, clock, signal, release, ran };
    // First: one that dies half-way has changed the database already.
    if (release) await noteVersion(database, release, clock.now());
    if (ordered.length > 0) await database.unhurried((patient) => runAll({ ...run, patient }, ordered));
  } finally {
    await leases.release(lease);
  }
}

interface Run {
  readonly database: Database;
  /** For the migrations themselves. */
  readonly patient: Database;
  readonly leases: Leases;
  readonly lease: Lease;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly release: Release | undefined;
  /** The numbers of those that it recorded. */
  readonly ran: number[];
}

async function runAll(run: Run, migrations: readonly Migration[]) {
  const { database, patient, leases, lease, clock, signal, release, ran } = run;
  const by = release && { appVersion: release.version };
  for (const migration of migrations) {
    lease.lost.throwIfAborted();
    signal?.throwIfAborted();
    await migration.run(patient, clock.now());
    await database.transaction(async (session) => {
      await leases.assertHeld(session, lease);
      const applied = { _id: migration.number, name: migration.name, appliedAt: clock.now(), ...by };
      await appliedTo(database).insertOne(applied, { session });
    });
    ran.push(migration.number);
  }
}

async function waitFor(leases: Leases, signal?: AbortSignal): Promise<Lease> {
  for (;;) {
    signal?.throwIfAborted();
    const lease = await leases.acquire(LEASE);
    if (lease) return lease;
    await delay(RETRY_MS);
  }
}

function appliedTo(database: Database) {
  return database.collection<AppliedMigration>("migrations");
}
