import { codeOf, pairKey } from "#pwa/parts/market-data/pair.ts";
import type { PoolSummary } from "#schemas/market-data.ts";
import type { Listing } from "./asset-draft.ts";
import { rowNumber } from "./row-number.ts";

/** A pair that is put forward, and the pool of the same two assets. */
export interface PairRow {
  readonly base: string;
  readonly quote: string;
  readonly poolId: string;
  /** From 1, in the order in which people see them. */
  readonly place: number;
  /** What the pool holds; null where there is none yet. */
  readonly pool: PoolSummary | null;
}

export function pairRows({ pairs }: Listing, pools: readonly PoolSummary[]): readonly PairRow[] {
  const byId = new Map(pools.map((pool) => [pool.poolId, pool]));
  return pairs.map(({ base, quote, pool: poolId }, at) => ({
    base,
    quote,
    poolId,
    place: at + 1,
    pool: byId.get(poolId) ?? null,
  }));
}

export function pairName({ base, quote }: Pick<PairRow, "base" | "quote">): string {
  return `${codeOf(base)} / ${codeOf(quote)}`;
}

export function pairNumber(pair: Pick<PairRow, "base" | "quote">): number {
  return rowNumber(pairKey(pair));
}
