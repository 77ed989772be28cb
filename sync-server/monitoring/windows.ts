import type { ClientSession, Document } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import {
  type MaintenanceWindow,
  MOST_WINDOW_DAYS,
  type WindowInput,
  WINDOWS_OPEN,
  type WindowsOutput,
} from "#schemas/monitoring.ts";
import type * as v from "valibot";
import { noteOperatorAction } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { noteMonitored } from "#server/platform/issues/monitor-log.ts";

interface StoredWindow extends Document {
  readonly id: number;
  /** None mean all checks. */
  readonly checkIds: readonly string[];
  readonly from: Date;
  readonly until: Date;
  readonly by: number;
  readonly reason: string;
  readonly endedAt: Date | null;
}

const WINDOWS = "maintenance_windows";
const DAY_MS = 24 * 60 * 60 * 1000;
/** How far ahead one may be set. */
const AHEAD_MS = 30 * DAY_MS;
const SHOWN = 50;

function windowsOf(database: Database) {
  return database.collection<StoredWindow>(WINDOWS);
}

export async function indexWindows(database: Database): Promise<void> {
  await windowsOf(database).createIndex({ id: 1 }, { unique: true });
  await windowsOf(database).createIndex({ until: 1 });
}

/** Says of a check by which window it is kept quiet at this moment; null for none. */
export type QuietBy = (checkId: string) => number | null;

export async function readQuiet(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  session: ClientSession | null = null,
): Promise<QuietBy> {
  const now = clock.now();
  const open = { until: { $gt: now }, from: { $lte: now }, endedAt: null };
  const windows = await windowsOf(database)
    .find(open, { sort: { id: 1 }, ...inSession(session) })
    .toArray();
  return (checkId) => windows.find(({ checkIds }) => checkIds.length === 0 || checkIds.includes(checkId))?.id ?? null;
}

/** Those that are open or to come, and the latest that are over. */
export async function listWindows({ database }: Pick<Runtime, "database">): Promise<WindowsOutput> {
  const found = await windowsOf(database)
    .find({}, { sort: { id: -1 }, limit: SHOWN })
    .toArray();
  return { windows: found.map(shown) };
}

function shown({ id, checkIds, from, until, by, reason, endedAt }: StoredWindow): MaintenanceWindow {
  const times = { from: from.toISOString(), until: until.toISOString(), endedAt: endedAt?.toISOString() ?? null };
  return { id, checkIds: [...checkIds], ...times, by, reason };
}

/** Sets a time in which nobody is told of what these checks find. Throws `window-times`, `windows-full`. */
export async function addWindow(
  runtime: Runtime,
  by: SessionUser,
  { checkIds, reason, ...times }: v.InferOutput<typeof WindowInput>,
): Promise<WindowsOutput> {
  const { database, clock } = runtime;
  const now = clock.now();
  const from = new Date(times.from);
  const until = new Date(times.until);
  const lengthMs = until.getTime() - from.getTime();
  if (
    until <= now ||
    lengthMs <= 0 ||
    lengthMs > MOST_WINDOW_DAYS * DAY_MS ||
    from.getTime() > now.getTime() + AHEAD_MS
  )
    throw new AppError("window-times", { most: MOST_WINDOW_DAYS });
  await database.transaction(async (session) => {
    const open = { until: { $gt: now }, endedAt: null };
    if ((await windowsOf(database).countDocuments(open, { session })) >= WINDOWS_OPEN)
      throw new AppError("windows-full");
    const id = await database.nextIds(session, WINDOWS, 1);
    const window = { id, checkIds, from, until, by: by.userId, reason, endedAt: null };
    await windowsOf(database).insertOne(window, { session });
    const change = { before: null, after: { checkIds, ...times } };
    const act = { operatorId: by.userId, action: "add-window", userId: null, reason, details: `window ${id}` } as const;
    await noteOperatorAction(runtime, session, { ...act, change });
    await noteMonitored(runtime, session, {
      action: "window-added",
      by: by.userId,
      description: reason,
      facts: { id },
    });
  });
  return listWindows(runtime);
}

/** Ends a window before its time. Throws `window-unknown` where it is over. */
export async function endWindow(runtime: Runtime, by: SessionUser, id: number, reason: string): Promise<WindowsOutput> {
  const { database, clock } = runtime;
  const now = clock.now();
  await database.transaction(async (session) => {
    const open = { id, until: { $gt: now }, endedAt: null };
    const ended = await windowsOf(database).findOneAndUpdate(open, { $set: { endedAt: now } }, { session });
    if (!ended) throw new AppError("window-unknown");
    const change = { before: { until: ended.until.toISOString() }, after: { endedAt: now.toISOString() } };
    const act = { operatorId: by.userId, action: "end-window", userId: null, reason, details: `window ${id}` } as const;
    await noteOperatorAction(runtime, session, { ...act, change });
    await noteMonitored(runtime, session, {
      action: "window-ended",
      by: by.userId,
      description: reason,
      facts: { id },
    });
  });
  return listWindows(runtime);
}
