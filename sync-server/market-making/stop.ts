import type { ClientSession } from "mongodb";
import type { PoolStop } from "#schemas/market-making.ts";
import { AppError } from "#schemas/errors.ts";
import { writeSaid } from "#schemas/said.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { giveUpUnsigned } from "#server/platform/submissions/give-up-unsigned.ts";
import { touchStanding } from "#server/pool-standing/index.ts";
import type { TakerBack } from "#server/security/index.ts";
import { findPool, movePool, openPools, type PoolDocument, poolCollection } from "./store.ts";

/** Why a pool stops; `reason` is a sentence as it is stored, empty where the stop says it all. */
export interface Stopping {
  readonly stop: PoolStop;
  readonly reason: string;
}

/**
 * Stops a pool that runs, within the transaction of the reason: from here on nothing but what takes its offers out of the book is signed
 * for it, and whoever was signing at that moment conflicts. Null where somebody was quicker.
 */
export async function stopWithin(
  runtime: Runtime,
  session: ClientSession,
  seen: PoolDocument,
  { stop, reason }: Stopping,
): Promise<PoolDocument | null> {
  if (seen.under?.act === "refresh") await giveUpUnsigned(runtime, session, seen.under.submissionId);
  await touchStanding(runtime.database, session, seen.id);
  const isHeld = seen.isHeld || stop === "operator";
  const stopped = await movePool(runtime, session, seen, { status: "stopping", isActive: false, stop, reason, isHeld });
  if (stopped && stop !== "owner") await tellStopped(runtime, session, stopped);
  return stopped;
}

export function tellStopped(
  runtime: Runtime,
  session: ClientSession,
  { id, userId, version, reason, stop }: PoolDocument,
): Promise<void> {
  const detail = reason === "" ? writeSaid(`said.market-${stop ?? "check"}`) : reason;
  return notify(runtime, session, { userId, kind: "market-pool-stopped", cause: `pool ${id} ${version}`, detail });
}

/** The same in a transaction of its own, if the pool still is as it was seen. */
export function stopPool(runtime: Runtime, seen: PoolDocument, why: Stopping): Promise<PoolDocument | null> {
  return runtime.database.transaction((session) => stopWithin(runtime, session, seen, why));
}

/** Its owner stops a pool, by nothing but the database. Done twice, it answers the same. Throws `market-unknown` and `market-opening`. */
export function pausePool(runtime: Runtime, wish: Pick<PoolDocument, "userId" | "uid">): Promise<PoolDocument> {
  return runtime.database.transaction(async (session) => {
    const seen = await findPool(runtime.database, wish, session);
    if (!seen) throw new AppError("market-unknown");
    if (seen.status === "opening") throw new AppError("market-opening");
    if (seen.status !== "active") return seen;
    const stopped = await stopWithin(runtime, session, seen, { stop: "owner", reason: "" });
    if (!stopped) throw new Error(`pool ${seen.id} moved within a transaction that had read it`);
    return stopped;
  });
}

/** Stops all of somebody's pools that run, within the transaction of the reason; answers with how many there were. */
export async function stopAllOf(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
  why: Stopping,
): Promise<number> {
  const running = (await openPools(runtime.database, userId, session)).filter(({ status }) => status === "active");
  for (const seen of running) await stopWithin(runtime, session, seen, why);
  return running.length;
}

/** A frozen account's pools are stopped with the freezing. */
export function takesBackPools(runtime: Runtime): TakerBack {
  return {
    kind: "pools",
    takeBack: (session, userId) =>
      stopAllOf(runtime, session, userId, { stop: "account", reason: writeSaid("reason.account-frozen") }),
    holders: async (userIds) => {
      const running = { userId: { $in: [...userIds] }, status: "active" as const, deleted: false };
      const found = await poolCollection(runtime.database)
        .find(running, { projection: { userId: 1 } })
        .toArray();
      return [...new Set(found.map(({ userId }) => userId))];
    },
  };
}
