import type { PoolSummary } from "#schemas/market-data.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import { poolSummary } from "./read-markets.ts";

/** Whoever looks asks every few seconds. */
const FRESH_MS = 5000;
const MOST_KEPT = 1000;
/** Further ones are told without what they hold. */
const MOST_POOLS = 50;

interface Kept {
  readonly atMs: number;
  readonly ids: string;
  readonly pools: Promise<PoolSummary[]>;
}

/**
 * Reads the pools that a person has a share of and that are not among those of listed assets, by the network itself: what was taken off
 * the list is theirs to withdraw all the same. While no node answers they are left out.
 */
export function ownPoolReader(
  { database }: Pick<Runtime, "database">,
  network: Pick<StellarNetwork, "pools">,
): (userId: number, listed: ReadonlySet<string>) => Promise<PoolSummary[]> {
  const kept = new Map<number, Kept>();

  async function read(userId: number, ids: readonly string[]): Promise<PoolSummary[]> {
    const account = await accountCollection(database).findOne({ userId, role: "wallet" }, { projection: { _id: 1 } });
    if (!account) return [];
    try {
      const { byId } = await network.pools(ids, account._id);
      return [...byId.values()].map((pool) => poolSummary(pool, []));
    } catch (error) {
      if (error instanceof NetworkError) return [];
      throw error;
    }
  }

  return async (userId, listed) => {
    const shares = await database
      .collection("pool_shares")
      .find({ userId, deleted: false }, { projection: { uid: 1 }, limit: MOST_POOLS + listed.size })
      .toArray();
    const own = shares
      .map(({ uid }) => String(uid))
      .filter((id) => !listed.has(id))
      .slice(0, MOST_POOLS);
    if (own.length === 0) return [];
    const [ids, nowMs] = [own.join(" "), performance.now()];
    const last = kept.get(userId);
    if (last && last.ids === ids && nowMs - last.atMs < FRESH_MS) return last.pools;
    if (kept.size >= MOST_KEPT) kept.clear();
    const asked = { atMs: nowMs, ids, pools: read(userId, own) };
    kept.set(userId, asked);
    asked.pools.catch(() => kept.delete(userId));
    return asked.pools;
  };
}
