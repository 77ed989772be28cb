import { randomUUID } from "node:crypto";
import { ConfigError } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { BackupError } from "./backup-error.ts";

/** By the server's own plan, by somebody's command, or only tried. */
export type BackupRunKind = "scheduled" | "manual" | "drill";

/** A backup or drill that was begun, kept for operators. `ok` once it has ended well; `problem` is a sentence where it has not. */
export interface BackupRun {
  readonly _id: string;
  readonly kind: BackupRunKind;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly file: string;
  /** Of the file. */
  readonly bytes: number;
  readonly documents: number;
  readonly ok: boolean;
  readonly problem: string | null;
}

/** What a run came to. */
export interface RunOutcome {
  readonly bytes: number;
  readonly documents: number;
}

const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

function runsOf(database: Database) {
  return database.collection<BackupRun>("backups");
}

/** Does the work, and keeps what came of it, also where it throws. */
export async function noteRun<T extends RunOutcome>(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { kind, file }: Pick<BackupRun, "kind" | "file">,
  work: () => Promise<T>,
): Promise<T> {
  const run = { _id: randomUUID(), kind, file, startedAt: clock.now(), finishedAt: null };
  await runsOf(database).insertOne({ ...run, bytes: 0, documents: 0, ok: false, problem: null });
  const end = (came: Partial<BackupRun>) =>
    runsOf(database).updateOne({ _id: run._id }, { $set: { ...came, finishedAt: clock.now() } });
  try {
    const done = await work();
    await end({ bytes: done.bytes, documents: done.documents, ok: true });
    return done;
  } catch (error) {
    // What was wrong is told by the error, even if it cannot be kept.
    await end({ problem: sentenceOf(error) }).catch(() => undefined);
    throw error;
  }
}

/** Ends what processes left that died, and forgets what is long past. To be called by who alone makes runs of these kinds. */
export async function closeDeadRuns(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  kinds: readonly BackupRunKind[],
): Promise<void> {
  const now = clock.now();
  const left = { kind: { $in: [...kinds] }, finishedAt: null };
  await runsOf(database).updateMany(left, { $set: { finishedAt: now, problem: "The process that made it ended." } });
  await runsOf(database).deleteMany({ startedAt: { $lt: new Date(now.getTime() - KEPT_MS) } });
}

/** When the last run of a kind began that ended well; null for none. */
export async function lastGoodRun(database: Database, kind: BackupRunKind): Promise<Date | null> {
  const [last] = await runsOf(database).find({ kind, ok: true }).sort({ startedAt: -1 }).limit(1).toArray();
  return last?.startedAt ?? null;
}

function sentenceOf(error: unknown): string {
  if (error instanceof BackupError || error instanceof ConfigError) return error.message;
  return "It failed in a way that was not foreseen; the log says more.";
}
