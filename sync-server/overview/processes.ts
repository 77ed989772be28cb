import type { Document } from "mongodb";
import type { OverviewParts } from "#schemas/overview.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type Leases, readLeases } from "#server/platform/jobs/leases.ts";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";

/** A process that serves, by the name under which it holds leases. */
interface ServingProcess extends Document {
  readonly _id: string;
  readonly startedAt: Date;
  readonly sockets: number;
  /** By the database's time. */
  readonly seenAt: Date;
}

export const PROCESSES = "processes";
const SAY_MS = 10_000;
/** Whoever said nothing for so long is gone, as far as anybody can tell. */
const SILENT_MS = 3 * SAY_MS;
/** A lease of every start, and of no job. */
const MIGRATIONS = "migrations";
/** Of a process's name, as much as tells it from the others. */
const SHOWN_LENGTH = 6;

function processesOf(database: Database) {
  return database.collection<ServingProcess>(PROCESSES);
}

/** Has this process say every few seconds that it is there, and with how many sockets. */
export function startPresence({ database, clock, log }: Runtime, { holder }: Leases, sockets: () => number): Loop {
  const startedAt = clock.now();
  const loop = startLoop({
    name: "presence",
    log,
    failurePauseMs: SAY_MS,
    run: async () => {
      const said = { startedAt, sockets: sockets(), seenAt: "$$NOW" };
      await processesOf(database).updateOne({ _id: holder }, [{ $set: said }], { upsert: true });
      return SAY_MS;
    },
  });
  return {
    kick: loop.kick,
    async stop() {
      await loop.stop();
      // Without a database it is forgotten by itself.
      await processesOf(database)
        .deleteOne({ _id: holder })
        .catch(() => undefined);
    },
  };
}

/** The processes that are there, the oldest first, and which of them runs which job. */
export async function readProcesses(database: Database): Promise<Pick<OverviewParts["service"], "processes" | "jobs">> {
  const isThere = { $gt: ["$seenAt", { $subtract: ["$$NOW", SILENT_MS] }] };
  const [found, leases] = await Promise.all([
    processesOf(database)
      .find({ $expr: isThere }, { sort: { startedAt: 1 } })
      .toArray(),
    readLeases(database),
  ]);
  return {
    processes: found.map(({ _id, startedAt, sockets }) => ({
      id: shown(_id),
      startedAt: startedAt.toISOString(),
      sockets,
    })),
    jobs: leases
      .filter(({ name }) => name !== MIGRATIONS)
      .map(({ name, holder }) => ({ name, process: holder === null ? null : shown(holder) })),
  };
}

function shown(holder: string): string {
  return holder.slice(0, SHOWN_LENGTH);
}
