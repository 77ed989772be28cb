import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import { call } from "#pwa/platform/api/call.ts";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import type { LocalRow } from "#pwa/platform/db/row-schema.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { useVisible } from "#pwa/platform/device/visible.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import type { PoolSummary } from "#schemas/market-data.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { keepPools, readKeptPools } from "#pwa/parts/market-data/kept-pools.ts";
import { isEmptyPool, type Pair, worthOfPair } from "#pwa/parts/market-data/pool-math.ts";

const EVERY_MS = 5000;
const NONE: readonly LocalRow<"pool_shares">[] = [];

/** A pool, with what it holds in ten-millionths of a dollar and one's own shares of it, in stroops. */
export interface ShownPool {
  readonly pool: PoolSummary;
  readonly assetA: string;
  readonly assetB: string;
  /** Null where no price is known. */
  readonly depth: bigint | null;
  readonly volume: bigint | null;
  readonly shares: bigint;
  /** What two amounts of its assets are worth. */
  readonly worthOf: (amounts: Pair) => bigint | null;
}

export interface Pools {
  /** Own first, then by depth. */
  readonly pools: readonly ShownPool[];
  /** Own shares of pools of which this device was told nothing more. */
  readonly unknown: readonly LocalRow<"pool_shares">[];
  /** When they were read, in ms; null where they never were. */
  readonly readAtMs: number | null;
  /** Whether they are what this device was last told, and not what is so now. */
  readonly isKept: boolean;
  readonly problem: string | null;
  readonly isLoading: boolean;
  readonly refresh: () => void;
}

/** Every pool of two listed assets while there is a connection; one's own as last told without one. */
export function usePools(): Pools {
  const userId = useSession().user?.id ?? 0;
  const [isOnline, isVisible] = [useOnline(), useVisible()];
  const { rows: read, isLoading: isReading } = useRows("pool_shares");
  // One and the same as long as nothing changes: what is worked out of it is compared.
  const rows = isReading ? NONE : read;
  const { priceOf } = usePrices();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["pools", userId],
    queryFn: async ({ signal }) => ({
      readAtMs: nowMs(),
      answer: await call(MARKETS_ENDPOINTS.marketPools, { signal }),
    }),
    enabled: userId !== 0 && isOnline && isVisible,
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
  });
  useEffect(() => {
    if (data !== undefined) keepPools(userId, data, new Set(rows.map(({ uid }) => uid)));
  }, [data, rows, userId]);
  const told = useMemo(() => data ?? (userId === 0 ? null : readKeptPools(userId)), [data, userId]);
  const shown = useMemo(() => {
    const shares = new Map(rows.map(({ uid, shares: held }) => [uid, parseAmount(held)]));
    const usdOf = (asset: PoolSummary["assetA"]) => priceOf(asset.assetCode, asset.issuer)?.usd ?? null;
    const pools = (told?.answer.pools ?? []).map((pool): ShownPool => {
      const usd = { a: usdOf(pool.assetA), b: usdOf(pool.assetB) };
      const worthOf = (amounts: Pair) => worthOfPair(amounts, pool, usd);
      return {
        pool,
        assetA: assetKeyOf(pool.assetA),
        assetB: assetKeyOf(pool.assetB),
        depth: isEmptyPool(pool) ? 0n : worthOf({ a: parseAmount(pool.reserveA), b: parseAmount(pool.reserveB) }),
        // Each trade moved both sides: one of them is its volume.
        volume: worthOf({ a: stroopsOf(pool.volumeA), b: 0n }),
        shares: shares.get(pool.poolId) ?? 0n,
        worthOf,
      };
    });
    const known = new Set(pools.map(({ pool }) => pool.poolId));
    return { pools: pools.toSorted(compareShown), unknown: rows.filter(({ uid }) => !known.has(uid)) };
  }, [told, rows, priceOf]);
  return {
    ...shown,
    readAtMs: told?.readAtMs ?? null,
    isKept: data === undefined || !isOnline,
    problem: error === null ? null : sentenceOf(error, "The pools could not be read. They are asked for again."),
    isLoading: isReading || (told === null && isFetching),
    refresh: () => void refetch(),
  };
}

function compareShown(left: ShownPool, right: ShownPool): number {
  if (left.shares > 0n !== right.shares > 0n) return left.shares > 0n ? -1 : 1;
  const difference = (right.depth ?? -1n) - (left.depth ?? -1n);
  return difference > 0n ? 1 : difference < 0n ? -1 : left.pool.poolId < right.pool.poolId ? -1 : 1;
}

/** A sum of amounts may be more than one amount can be. */
function stroopsOf(volume: string): bigint {
  return BigInt(volume.replace(".", ""));
}
