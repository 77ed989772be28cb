import type { Document } from "mongodb";
import type { OverviewParts } from "#schemas/overview.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type Leases, readLeases } from "#server/platform/jobs/leases.ts";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import { isOlder } from "./is-older.ts";
import { openProcessFacts, type ProcessFacts } from "./process-facts.ts";

/** A process that serves, by the name under which it holds leases. */
interface ServingProcess extends Document {
  readonly _id: string;
  readonly startedAt: Date;
  readonly sockets: number;
  /** By its own clock, when it said so. */
  readonly saidAt: Date;
  readonly facts: ProcessFacts;
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
export function startPresence(
  { database, clock, log, config }: Runtime,
  { holder }: Leases,
  sockets: () => number,
): Loop {
  const startedAt = clock.now();
  const readFacts = openProcessFacts(config.dataDir);
  let isKnown = false;
  const loop = startLoop({
    name: "presence",
    log,
    failurePauseMs: SAY_MS,
    run: async () => {
      const facts = await readFacts();
      if (!isKnown) await noteVersion(database, facts.version);
      isKnown = true;
      // Read last: it is compared with the time at which the database writes it.
      const said = { startedAt, sockets: sockets(), facts: { $literal: facts }, saidAt: clock.now(), seenAt: "$$NOW" };
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

/** A process as it last said it was. */
export interface SaidProcess extends ProcessFacts {
  readonly id: string;
  readonly sockets: number;
  /** How far its clock is ahead of the database's, in ms; negative where it is behind. What the write took makes it look a little behind. */
  readonly aheadMs: number;
  /** Whether it said so within the last half minute. One that was stopped is forgotten at once, one that died after a minute. */
  readonly isThere: boolean;
}

const asked = new WeakMap<Database["db"], Promise<readonly SaidProcess[]>>();

/** The processes that said something within the last minute or two, each as it last was; who asks while another does is answered alike. */
export function readSaidProcesses(database: Database): Promise<readonly SaidProcess[]> {
  const { db } = database;
  const asking = asked.get(db) ?? askSaidProcesses(database).finally(() => asked.delete(db));
  asked.set(db, asking);
  return asking;
}

async function askSaidProcesses(database: Database): Promise<readonly SaidProcess[]> {
  const isThere = { $gt: ["$seenAt", { $subtract: ["$$NOW", SILENT_MS] }] };
  const aheadMs = { $subtract: ["$saidAt", "$seenAt"] };
  const found = await processesOf(database)
    .aggregate<Pick<ServingProcess, "_id" | "sockets" | "facts"> & { aheadMs: number; isThere: boolean }>([
      // One of before there were facts says nothing here.
      { $match: { facts: { $exists: true } } },
      { $project: { sockets: 1, facts: 1, aheadMs, isThere } },
      { $sort: { _id: 1 } },
    ])
    .toArray();
  return found.map(({ _id, facts, ...said }) => ({
    ...facts,
    id: shown(_id),
    sockets: said.sockets,
    aheadMs: Number(said.aheadMs),
    isThere: said.isThere,
  }));
}

interface SeenVersion extends Document {
  readonly _id: string;
  readonly seenAt: Date;
}

function versionsOf(database: Database) {
  return database.collection<SeenVersion>("versions");
}

/** Remembers that a process of this version served on this database. */
async function noteVersion(database: Database, version: string): Promise<void> {
  await versionsOf(database).updateOne({ _id: version }, [{ $set: { seenAt: "$$NOW" } }], { upsert: true });
}

/** The newest version of which a process ever served on this database; null before the first said so. */
export async function newestVersion(database: Database): Promise<string | null> {
  const seen = await versionsOf(database).find().toArray();
  return seen.reduce<string | null>((newest, { _id }) => (newest && !isOlder(newest, _id) ? newest : _id), null);
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
