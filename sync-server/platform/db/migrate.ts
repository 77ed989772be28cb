import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { MongoServerError } from "mongodb";
import type { Clock } from "#server/platform/http/runtime.ts";
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

interface MigrationLease {
  readonly _id: string;
  readonly holder: string;
  readonly expiresAt: Date;
}

const LEASE_ID = "migrations";
const LEASE_MS = 60_000;
const RETRY_MS = 200;
const DUPLICATE_KEY = 11_000;

/**
 * Runs the migrations that have not run yet, in order, one server process at a time; others wait for it.
 * Answers with the numbers it ran.
 */
export async function migrate(database: Database, migrations: readonly Migration[], clock: Clock): Promise<number[]> {
  const holder = randomUUID();
  const leases = database.collection<MigrationLease>("leases");
  while (!(await takeLease(database, holder, clock))) await delay(RETRY_MS);
  try {
    const applied = database.collection<AppliedMigration>("migrations");
    const done = new Set((await applied.find().toArray()).map((migration) => migration._id));
    const pending = migrations.filter(({ number }) => !done.has(number));
    if (pending.length === 0) return [];
    return await database.unhurried((patient) =>
      runAll(
        patient,
        pending.toSorted((left, right) => left.number - right.number),
        () => takeLease(database, holder, clock),
        clock,
      ),
    );
  } finally {
    await leases.deleteOne({ _id: LEASE_ID, holder });
  }
}

async function runAll(
  database: Database,
  pending: readonly Migration[],
  renew: () => Promise<boolean>,
  clock: Clock,
): Promise<number[]> {
  const ran: number[] = [];
  for (const migration of pending) {
    if (!(await renew())) throw new Error("another process took over the migrations");
    await migration.run(database, clock.now());
    await database
      .collection<AppliedMigration>("migrations")
      .insertOne({ _id: migration.number, name: migration.name, appliedAt: clock.now() });
    ran.push(migration.number);
  }
  return ran;
}

/** Takes or renews the lease; false while another process holds it. */
async function takeLease(database: Database, holder: string, clock: Clock): Promise<boolean> {
  const now = clock.now();
  try {
    await database
      .collection<MigrationLease>("leases")
      .updateOne(
        { _id: LEASE_ID, $or: [{ holder }, { expiresAt: { $lte: now } }] },
        { $set: { holder, expiresAt: new Date(now.getTime() + LEASE_MS) } },
        { upsert: true },
      );
    return true;
  } catch (error) {
    // The upsert collides with the lease that another process holds.
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false;
    throw error;
  }
}
