import type { Runtime } from "#server/platform/http/runtime.ts";
import { within } from "#server/platform/network/answers.ts";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import type { Database } from "./database.ts";

const LOOK_MS = 5000;
/** One look of so many writes: a write costs several times what asking whether it is there does. */
const WRITE_EACH = 3;
/** One look that fails may be an election of another primary; the driver has tried twice by then. */
const LOOKS = 2;
/** The driver looks for a primary for as long as this, and does so twice. */
const ANSWER_MS = 10_000;

/** A time in which a process had no answer of the database, the last one of all. */
export interface Outage {
  readonly _id: "outage";
  readonly from: Date;
  readonly until: Date;
}

/** What this process knows of its database. */
export interface DatabaseWatch extends Loop {
  /** Whether it does not answer now. */
  isAway(): boolean;
}

export interface WatchOptions {
  readonly lookMs?: number;
  /** Told, of each outage once, since when nothing answers. */
  readonly onAway?: (since: Date) => void;
}

/**
 * Asks the database every few seconds whether it is there, in every process and without any lease: who is told in the app is in the
 * database, and hears of an outage once it is over.
 */
export function watchDatabase(
  { database, clock, log }: Pick<Runtime, "database" | "clock" | "log">,
  { lookMs = LOOK_MS, onAway }: WatchOptions = {},
): DatabaseWatch {
  let failedAt: Date | null = null;
  let failures = 0;
  let looks = 0;
  const loop = startLoop({
    name: "database watch",
    log,
    failurePauseMs: lookMs,
    run: async () => {
      const at = clock.now();
      // Once a look failed it is a write that says that it is over.
      const isWriting = failures > 0 || looks % WRITE_EACH === 0;
      looks += 1;
      if (await answers(database, isWriting)) {
        if (failedAt && failures >= LOOKS) {
          await noteOutage(database, { from: failedAt, until: at });
          log.warn({ from: failedAt, until: at }, "the database answers again");
        }
        failedAt = null;
        failures = 0;
        return lookMs;
      }
      failedAt ??= at;
      failures += 1;
      if (failures === LOOKS) {
        log.error({ from: failedAt }, "the database does not answer");
        onAway?.(failedAt);
      }
      return lookMs;
    },
  });
  return { ...loop, isAway: () => failures >= LOOKS };
}

/** When the database was away last, for whichever process noticed; null where it never was. */
export function lastOutage(database: Database): Promise<Outage | null> {
  return outageOf(database).findOne({ _id: "outage" });
}

/** Kept in the database itself: another process than the one that noticed may be the one that makes the checks. */
async function noteOutage(database: Database, { from, until }: Omit<Outage, "_id">): Promise<void> {
  await outageOf(database).updateOne({ _id: "outage" }, { $set: { from, until } }, { upsert: true });
}

function outageOf(database: Database) {
  return database.collection<Outage>("watch");
}

/** Whether it is there, and takes what is written; a primary that is not one any more, or a full disk, does not. */
async function answers(database: Database, isWriting: boolean): Promise<boolean> {
  try {
    const watched = database.collection<{ readonly _id: string }>("watch");
    const write = () => watched.updateOne({ _id: "database" }, [{ $set: { at: "$$NOW" } }], { upsert: true });
    await within<unknown>(ANSWER_MS, isWriting ? write() : database.ping());
    return true;
  } catch {
    return false;
  }
}
