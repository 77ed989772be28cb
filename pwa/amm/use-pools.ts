import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { isEmptyPool, type Pair, worthOfPair } from "#pwa/parts/market-data/pool-math.ts";
import { usePutForward } from "#pwa/parts/market-data/put-forward.ts";
import { useToldPools } from "#pwa/parts/market-data/use-told-pools.ts";
import { sentenceOf } from "#pwa/platform/api/http-error.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import type { PoolSummary } from "#schemas/market-data.ts";
import { parseAmount } from "#schemas/values/money.ts";

const EVERY_MS = 5000;

/** A pool, with what it holds in ten-millionths of a dollar and one's own shares of it, in stroops. */
export interface ShownPool {
  readonly pool: PoolSummary;
  readonly assetA: string;
  readonly assetB: string;
  /** Null where no price is known. */
  readonly depth: bigint | null;
  readonly volume: bigint | null;
  readonly shares: bigint;
  /** Whether the operators do not put it forward, and it is none of one's own: it is found by whoever searches for it. */
  readonly isAside: boolean;
  /** What two amounts of its assets are worth. */
  readonly worthOf: (amounts: Pair) => bigint | null;
}

export interface Pools {
  /** Own first, then what is put forward in its order, then by depth. */
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
  const { rows, isReading, told, isKept, error, isFetching, refresh } = useToldPools(EVERY_MS, "all pools");
  const { priceOf } = usePrices();
  const { placeOf } = usePutForward();
  const shown = useMemo(() => {
    const shares = new Map(rows.map(({ uid, shares: held }) => [uid, parseAmount(held)]));
    const usdOf = (asset: PoolSummary["assetA"]) => priceOf(asset.assetCode, asset.issuer)?.usd ?? null;
    const pools = (told?.answer.pools ?? []).map((pool): ShownPool => {
      const usd = { a: usdOf(pool.assetA), b: usdOf(pool.assetB) };
      const worthOf = (amounts: Pair) => worthOfPair(amounts, pool, usd);
      const [assetA, assetB] = [assetKeyOf(pool.assetA), assetKeyOf(pool.assetB)];
      const own = shares.get(pool.poolId) ?? 0n;
      return {
        pool,
        assetA,
        assetB,
        depth: isEmptyPool(pool) ? 0n : worthOf({ a: parseAmount(pool.reserveA), b: parseAmount(pool.reserveB) }),
        // Each trade moved both sides: one of them is its volume.
        volume: worthOf({ a: stroopsOf(pool.volumeA), b: 0n }),
        shares: own,
        isAside: own === 0n && placeOf({ base: assetA, quote: assetB }) === null,
        worthOf,
      };
    });
    const known = new Set(pools.map(({ pool }) => pool.poolId));
    const placed = ({ assetA, assetB }: ShownPool) => placeOf({ base: assetA, quote: assetB }) ?? pools.length;
    return {
      pools: pools.toSorted((left, right) => compareShown(left, right, placed)),
      unknown: rows.filter(({ uid }) => !known.has(uid)),
    };
  }, [told, rows, priceOf, placeOf]);
  return {
    ...shown,
    readAtMs: told?.readAtMs ?? null,
    isKept,
    problem: error === null ? null : sentenceOf(error, t`The pools could not be read. They are asked for again.`),
    isLoading: isReading || (told === null && isFetching),
    refresh,
  };
}

function compareShown(left: ShownPool, right: ShownPool, placed: (pool: ShownPool) => number): number {
  if (left.shares > 0n !== right.shares > 0n) return left.shares > 0n ? -1 : 1;
  const further = placed(left) - placed(right);
  if (further !== 0) return further;
  const difference = (right.depth ?? -1n) - (left.depth ?? -1n);
  return difference > 0n ? 1 : difference < 0n ? -1 : left.pool.poolId < right.pool.poolId ? -1 : 1;
}

/** A sum of amounts may be more than one amount can be. */
function stroopsOf(volume: string): bigint {
  return BigInt(volume.replace(".", ""));
}
