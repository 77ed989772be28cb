import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "#server/platform/http/runtime.ts";
import { type Lease, type Leases, openLeases, saysLeaseLost } from "#server/platform/jobs/leases.ts";
import type { Database } from "./database.ts";

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
}

const LEASE = "migrations";
const RETRY_MS = 200;

/**
 * Runs the migrations that have not run yet, in order, one server process at a time; others wait for it. One that was
 * overtaken records nothing, and what it does to the documents meanwhile is what its successor does, too: so it does itself where
 * nobody else did. A database that builds an index of a million rows may renew nothing meanwhile.
 * Answers with the numbers it ran. Told by the signal to stop, it ends with the migration under way and throws.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  clock: Clock,
  signal?: AbortSignal,
): Promise<number[]> {
  const ran: number[] = [];
  for (;;) {
    try {
      await migrateHeld(database, migrations, { clock, signal, ran });
      return ran;
    } catch (error) {
      if (!saysLeaseLost(error)) throw error;
    }
  }
}

async function migrateHeld(
  database: Database,
  migrations: readonly Migration[],
  { clock, signal, ran }: Pick<Run, "clock" | "signal" | "ran">,
): Promise<void> {
  const leases = openLeases(database);
  const lease = await waitFor(leases, signal);
  try {
    const done = new Set((await appliedTo(database).find().toArray()).map((migration) => migration._id));
    const pending = migrations.filter(({ number }) => !done.has(number));
    if (pending.length === 0) return;
    const ordered = pending.toSorted((left, right) => left.number - right.number);
    const run = { database, leases, lease, clock, signal, ran };
    await database.unhurried((patient) => runAll({ ...run, patient }, ordered));
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
  /** The numbers of those that it recorded. */
  readonly ran: number[];
}

async function runAll({ database, patient, leases, lease, clock, signal, ran }: Run, migrations: readonly Migration[]) {
  for (const migration of migrations) {
    lease.lost.throwIfAborted();
    signal?.throwIfAborted();
    await migration.run(patient, clock.now());
    await database.transaction(async (session) => {
      await leases.assertHeld(session, lease);
      const applied = { _id: migration.number, name: migration.name, appliedAt: clock.now() };
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
