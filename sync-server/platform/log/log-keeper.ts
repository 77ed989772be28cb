import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { MongoBulkWriteError } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Logger } from "#server/platform/http/runtime.ts";
import { type Loop, startLoop } from "#server/platform/jobs/loop.ts";
import { linesDropped } from "#server/platform/metrics/counted.ts";
import { KINDS, type Kind, readLine } from "./kept-line.ts";
import { lineIdAt, logLines, type StoredLine } from "./log-store.ts";

/** Keeps what the log says of trouble and of payments, beside whoever says it: nobody waits for it. */
export interface LogKeeper {
  /** Takes a line as the log writes it, and drops what would be too much. Never throws. */
  take(line: string): void;
  /** Begins to write what was taken, and whatever comes. `log` is told how it goes. */
  writeTo(database: Database, log: Logger): void;
  /** Writes what is left, as far as that takes no long time, and ends. */
  stop(): Promise<void>;
}

/** How much of a kind is kept at once, and by the second after that: a flood of one must not take the place of another. */
const PACES: Readonly<Record<Kind, { readonly burst: number; readonly perSecond: number }>> = {
  trouble: { burst: 2000, perSecond: 50 },
  payment: { burst: 2000, perSecond: 200 },
  refusal: { burst: 300, perSecond: 10 },
};
/** Up to which part of the room for lines that wait a kind is let in: trouble is told last of all that it is dropped. */
const ROOM: Readonly<Record<Kind, number>> = { trouble: 1, payment: 0.8, refusal: 0.5 };
const WAITING_BYTES = 8 * 1024 * 1024;
/** What a row takes beside its texts. */
const ROW_BYTES = 300;
const AT_ONCE = 500;
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const LAST_WRITE_MS = 2000;
const TELL_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const DUPLICATE_KEY = 11_000;

interface KeeperOptions {
  /** A clock that never goes back, in ms. */
  readonly nowMs?: () => number;
  /** What may wait to be written, in bytes. */
  readonly mostBytes?: number;
}

/** A keeper of which each line goes after `keptDays`. */
export function openLogKeeper(
  keptDays: number,
  { nowMs = () => performance.now(), mostBytes = WAITING_BYTES }: KeeperOptions = {},
): LogKeeper {
  const waiting: StoredLine[] = [];
  const allowances = new Map(KINDS.map((kind) => [kind, { left: PACES[kind].burst, atMs: nowMs() }]));
  const dropped = new Map<Kind, number>();
  const own = randomBytes(4).toString("hex");
  let waitingBytes = 0;
  let taken = 0;
  let toldMs = nowMs();
  let writing: { readonly database: Database; readonly loop: Loop } | null = null;

  function mayTake(kind: Kind, bytes: number): boolean {
    const { burst, perSecond } = PACES[kind];
    const { left, atMs } = allowances.get(kind) ?? { left: burst, atMs: nowMs() };
    const now = nowMs();
    const allowed = Math.min(burst, left + ((now - atMs) * perSecond) / 1000);
    const isLetIn = allowed >= 1 && waitingBytes + bytes <= mostBytes * ROOM[kind];
    allowances.set(kind, { left: isLetIn ? allowed - 1 : allowed, atMs: now });
    return isLetIn;
  }

  function take(text: string): void {
    const line = readLine(text);
    if (line === null) return;
    const bytes = ROW_BYTES + line.message.length + line.fields.length;
    if (!mayTake(line.kind, bytes)) {
      linesDropped.inc({ kind: line.kind });
      dropped.set(line.kind, (dropped.get(line.kind) ?? 0) + 1);
      return;
    }
    taken += 1;
    waitingBytes += bytes;
    const _id = lineIdAt(line.at, `${own}${taken.toString(16).padStart(12, "0")}`);
    waiting.push({ _id, ...line, expiresAt: new Date(line.at.getTime() + keptDays * DAY_MS), bytes });
  }

  async function writeAll(database: Database): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_ONCE);
      await insert(database, batch);
      waiting.splice(0, batch.length);
      waitingBytes -= batch.reduce((sum, { bytes }) => sum + bytes, 0);
    }
  }

  function tellDropped(log: Logger): void {
    if (dropped.size === 0 || nowMs() - toldMs < TELL_MS) return;
    toldMs = nowMs();
    const lines = Object.fromEntries(dropped);
    dropped.clear();
    log.warn({ lines }, "lines of the log were not kept: they were too many");
  }

  return {
    take,
    writeTo(database, log) {
      const loop = startLoop({
        name: "kept-log",
        log,
        failurePauseMs: PAUSE_MS,
        longestPauseMs: LONGEST_PAUSE_MS,
        run: async () => {
          await writeAll(database);
          tellDropped(log);
          return PAUSE_MS;
        },
      });
      writing = { database, loop };
    },
    async stop() {
      if (writing === null) return;
      const { database, loop } = writing;
      // A database that is away is not waited for: all of it is on the console.
      const written = loop
        .stop()
        .then(() => writeAll(database))
        .catch(() => undefined);
      await Promise.race([written, delay(LAST_WRITE_MS, undefined, { ref: false })]);
    },
  };
}

/** Some of them may be stored already, by an attempt whose answer got lost. */
async function insert(database: Database, lines: readonly StoredLine[]): Promise<void> {
  try {
    // A line that is lost with the database's primary is on the console still: no payment waits for its journal.
    await logLines(database).insertMany([...lines], { ordered: false, writeConcern: { w: 1, journal: false } });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const problems = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
    if (problems.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  }
}
