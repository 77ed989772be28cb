import { marketNow } from "#server/standing-orders/index.ts";
import { ingestedLedger } from "#server/platform/ingest/cursor.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import type { MarketDeps } from "./deps.ts";
import { drainNext } from "./drain.ts";
import { isOurs } from "./is-ours.ts";
import { type Memory, memoryOf } from "./memory.ts";
import { settlePools } from "./settle.ts";
import { type PoolDocument, poolCollection } from "./store.ts";
import { endStopping, takeOut } from "./take-out.ts";
import { isTellingDue, tellStill, tick } from "./tick.ts";

/** Pools that are looked after at the same time. */
const AT_ONCE = 8;

/**
 * Looks once at all pools: what became of what was submitted for them, what their ladders lack, what stops them, what goes back. Whatever
 * goes wrong with one keeps no other from its turn; throws after all then. Answers with how many there are that something may become of.
 */
export async function look(deps: MarketDeps, memory: Memory, signal: AbortSignal): Promise<number> {
  const { runtime } = deps;
  const underWay = await settlePools(runtime, signal);
  const found = await poolCollection(runtime.database)
    .find({ status: { $in: ["active", "stopping", "draining", "stopped"] }, deleted: false }, { sort: { id: 1 } })
    .toArray();
  const ids = new Set(found.map(({ id }) => id));
  for (const id of memory.keys()) if (!ids.has(id)) memory.delete(id);
  if (found.length === 0) return underWay;
  const places = await placesOf(deps);
  const failures: unknown[] = [];
  const queue = found.values();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const pool of queue) {
      if (signal.aborted) return;
      try {
        await lookAfter(deps, pool, memory, places);
      } catch (error) {
        failures.push(error);
      }
    }
  });
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
  return found.length;
}

/** Which ledgers the markets and ingestion are at; null while the markets are not as of now. */
async function placesOf({ feed, runtime }: MarketDeps): Promise<string | null> {
  const market = marketNow(feed);
  return market && `${market.ledger} ${await ingestedLedger(runtime.database, null)}`;
}

/**
 * Looks after one pool; what is under way for it is waited for, since a plan would be of a world that is about to end. A ledger is looked at
 * once, unless the pool itself has changed.
 */
async function lookAfter(deps: MarketDeps, pool: PoolDocument, memory: Memory, places: string | null): Promise<void> {
  const { runtime } = deps;
  if (pool.under) return;
  const known = memoryOf(memory, pool);
  const isStill = !isTellingDue(known);
  if (pool.status === "stopped" && isStill) return;
  const seen = places === null ? "" : `${places} ${pool.version}`;
  if (pool.status === "active" && isStill && seen !== "" && known.restedAt === seen) {
    known.seenAtMs = performance.now();
    return;
  }
  if (!(await isOurs(runtime, pool))) return;
  const wallet = await accountCollection(runtime.database).findOne({ userId: pool.userId, role: "wallet" });
  if (!wallet) return;
  const looked = { pool, owner: wallet, memory: known };
  switch (pool.status) {
    case "active":
      known.restedAt = "";
      if (await tick(deps, looked)) known.restedAt = seen;
      return;
    case "stopping":
      return (await takeOut(deps, pool)) ? undefined : endStopping(deps, pool);
    case "draining":
      return drainNext(deps, looked);
    default:
      return tellStill(deps, looked);
  }
}
