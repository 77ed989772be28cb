import { NOTIFICATION_DAYS, NOTIFICATIONS_KEPT, KEPT_APART } from "#schemas/notifications.ts";
import { putReplicated, type ReplicatedDocument } from "#server/platform/db/replicated.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

type Context = Pick<Runtime, "database" | "clock">;

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 200;
/** More than are kept, so that not every new one drops an old one. */
const SLACK = 20;
/** Dropped notifications of one person that are remembered. */
export const MOST_GRAVES = 1000;

function notifications({ database }: Context) {
  return database.collection<ReplicatedDocument>("notifications");
}

/** Drops the oldest notifications of a user who has too many. */
export async function pruneSurplus(runtime: Context, userId: number): Promise<void> {
  for (const kinds of KEPT_APART) await pruneKinds(runtime, userId, { $in: kinds });
  await pruneKinds(runtime, userId, { $nin: KEPT_APART.flat() });
  await forgetDropped(runtime, userId);
}

/** Of what was dropped, only so much is remembered for devices that missed it; they drop what is old by themselves. */
async function forgetDropped(runtime: Context, userId: number): Promise<void> {
  const dropped = { userId, deleted: true };
  if ((await notifications(runtime).countDocuments(dropped, { limit: MOST_GRAVES + 1 })) <= MOST_GRAVES) return;
  const surplus = await notifications(runtime)
    .find(dropped, { projection: { uid: 1 } })
    .sort({ revision: -1 })
    .skip(MOST_GRAVES - NOTIFICATIONS_KEPT)
    .toArray();
  await notifications(runtime).deleteMany({ ...dropped, uid: { $in: surplus.map(({ uid }) => uid) } });
}

async function pruneKinds(runtime: Context, userId: number, kind: object): Promise<void> {
  const own = { userId, kind, deleted: false };
  const limit = NOTIFICATIONS_KEPT + SLACK;
  if ((await notifications(runtime).countDocuments(own, { limit })) < limit) return;
  const surplus = await notifications(runtime)
    .find(own, { projection: { uid: 1 } })
    .sort({ timestamp: -1, id: -1 })
    .skip(NOTIFICATIONS_KEPT)
    .toArray();
  await drop(
    runtime,
    userId,
    surplus.map(({ uid }) => uid),
  );
}

/**
 * Drops notifications that are too old, as many as fit in a pass; and forgets those that were dropped long ago, which
 * devices no longer show even where they missed it. Answers whether there are more.
 */
export async function pruneOld(runtime: Context): Promise<boolean> {
  const nowMs = runtime.clock.now().getTime();
  const end = new Date(nowMs - NOTIFICATION_DAYS * DAY_MS);
  const old = await notifications(runtime)
    .find({ timestamp: { $lt: end }, deleted: false }, { projection: { uid: 1, userId: 1 }, limit: BATCH })
    .toArray();
  for (const [userId, rows] of Map.groupBy(old, (row) => row.userId))
    await drop(
      runtime,
      userId,
      rows.map(({ uid }) => uid),
    );
  await notifications(runtime).deleteMany({
    timestamp: { $lt: new Date(nowMs - 2 * NOTIFICATION_DAYS * DAY_MS) },
    deleted: true,
  });
  return old.length === BATCH;
}

async function drop(runtime: Context, userId: number, uids: readonly string[]): Promise<void> {
  const writes = uids.map((uid) => ({ uid, fields: {}, deleted: true }));
  await runtime.database.transaction((session) =>
    putReplicated(runtime.database, session, "notifications", userId, writes),
  );
}
