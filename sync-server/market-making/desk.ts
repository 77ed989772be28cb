import type { ClientSession } from "mongodb";
import * as v from "valibot";
import { ListedPool } from "#schemas/market-making-desk.ts";
import { AppError } from "#schemas/errors.ts";
import { noteAct, refuseOwn } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assertRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { findUsersById } from "#server/users/index.ts";
import { stopWithin, tellStopped } from "./stop.ts";
import { movePool, OPEN, POOL_KIND, type PoolDocument, poolCollection } from "./store.ts";

const MOST = 200;

/** An operator's word. */
export interface Word {
  readonly operatorId: number;
  readonly reason: string;
}

/** Pools that are not closed, the newest first. */
export async function readPools(runtime: Runtime): Promise<ListedPool[]> {
  const found = await poolCollection(runtime.database)
    .find({ status: { $in: [...OPEN] }, deleted: false }, { sort: { id: -1 }, limit: MOST })
    .toArray();
  return listed(runtime, found);
}

async function listed(runtime: Runtime, pools: readonly PoolDocument[]): Promise<ListedPool[]> {
  const users = await findUsersById(runtime, [...new Set(pools.map(({ userId }) => userId))]);
  const names = new Map(users.map(({ id, username }) => [id, username]));
  const fields = Object.keys(ListedPool.entries);
  return pools.map((pool) => {
    const shown = Object.entries(pool).flatMap(([name, value]) =>
      fields.includes(name) ? [[name, value instanceof Date ? value.toISOString() : value]] : [],
    );
    const beside = { username: names.get(pool.userId) ?? "", offerCount: pool.offers.length };
    return v.parse(ListedPool, { ...Object.fromEntries(shown), ...beside });
  });
}

/** Stops a pool, and has its owner wait until it is let go. Done twice, it is held all the same. Throws `market-unknown`, `market-over`, `operator-own`. */
export function stopByOperator(runtime: Runtime, id: number, by: Word): Promise<ListedPool> {
  return decide(runtime, id, by, async (session, seen) => {
    if (seen.status === "failed" || seen.status === "closed") throw new AppError("market-over");
    await note(runtime, session, seen, by, "stop-pool", true);
    return hold(runtime, session, seen);
  });
}

async function hold(runtime: Runtime, session: ClientSession, seen: PoolDocument): Promise<PoolDocument | null> {
  if (seen.status === "active") return stopWithin(runtime, session, seen, { stop: "operator", reason: "" });
  const held = await movePool(runtime, session, seen, { isHeld: true, stop: "operator", reason: "" });
  if (held && !seen.isHeld) await tellStopped(runtime, session, held);
  return held;
}

/** Lets a pool go that an operator stopped: its owner may start it again. Throws `market-unknown`, `market-not-held`, `operator-own`. */
export function releaseByOperator(runtime: Runtime, id: number, by: Word): Promise<ListedPool> {
  return decide(runtime, id, by, async (session, seen) => {
    if (!seen.isHeld) throw new AppError("market-not-held");
    await note(runtime, session, seen, by, "release-pool", false);
    // Else its owner would be told to wait for what has happened.
    return movePool(runtime, session, seen, { isHeld: false, stop: seen.stop === "operator" ? null : seen.stop });
  });
}

async function decide(
  runtime: Runtime,
  id: number,
  { operatorId }: Word,
  act: (session: ClientSession, seen: PoolDocument) => Promise<PoolDocument | null>,
): Promise<ListedPool> {
  const { database } = runtime;
  const after = await database.transaction(async (session) => {
    const seen = await poolCollection(database).findOne({ id, deleted: false }, { session });
    if (!seen) throw new AppError("market-unknown");
    assertRowSealed(database, POOL_KIND, seen, id);
    refuseOwn(operatorId, seen.userId);
    const moved = await act(session, seen);
    if (!moved) throw new Error(`pool ${id} moved within a transaction that had read it`);
    return moved;
  });
  const [told] = await listed(runtime, [after]);
  if (!told) throw new AppError("market-unknown");
  return told;
}

function note(
  runtime: Runtime,
  session: ClientSession,
  { id, userId, status, isHeld }: PoolDocument,
  by: Word,
  action: "stop-pool" | "release-pool",
  isHeldAfter: boolean,
): Promise<void> {
  const change = { before: { pool: id, status, isHeld }, after: { pool: id, isHeld: isHeldAfter } };
  return noteAct(runtime, session, by, { action, userId, details: `pool ${id}`, change });
}

/** Stops every pool that runs, but for the operator's own; answers with how many there were. */
export async function stopAllByOperator(runtime: Runtime, by: Word): Promise<number> {
  const { database } = runtime;
  return database.transaction(async (session) => {
    const running = await poolCollection(database)
      .find({ status: "active", deleted: false, userId: { $ne: by.operatorId } }, { session, sort: { id: 1 } })
      .toArray();
    const ids = running.map(({ id }) => id);
    const change = { before: { running: ids }, after: { running: [] } };
    const details = `${ids.length} pools`;
    await noteAct(runtime, session, by, { action: "stop-all-pools", userId: null, details, change });
    for (const seen of running) await stopWithin(runtime, session, seen, { stop: "operator", reason: "" });
    return running.length;
  });
}
