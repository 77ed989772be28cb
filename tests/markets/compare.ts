import type { MarketIndex } from "#server/markets/market-index.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import {
  canonicalPair,
  type LedgerOffer,
  type LedgerPool,
  type LedgerTrade,
  type MarketPair,
  pairKey,
} from "#server/platform/network/markets.ts";
import type { SnapshotSource } from "#server/platform/network/horizon-offers.ts";
import type { Town } from "./town.ts";

/** All offers that sell one of two assets for the other, page by page. */
export async function offersAt(source: SnapshotSource, { base, counter }: MarketPair): Promise<LedgerOffer[]> {
  const offers: LedgerOffer[] = [];
  let next: string | null = null;
  do {
    const page = await source.offers(base, counter, next);
    offers.push(...page.offers);
    next = page.next;
  } while (next !== null);
  return offers;
}

/** All trades of two assets, the oldest first. */
export async function tradesAt(source: SnapshotSource, pair: MarketPair): Promise<LedgerTrade[]> {
  const trades: LedgerTrade[] = [];
  for (;;) {
    const page = await source.trades(pair, trades.at(-1)?.id ?? null, 200);
    trades.push(...page);
    if (page.length < 200) return trades.toReversed();
  }
}

export interface Standing {
  readonly offers: readonly LedgerOffer[];
  readonly pools: readonly LedgerPool[];
}

/** How things stand by Horizon: offers by their ids, pools by theirs. */
export async function standingAt({ snapshots, pairs }: Pick<Town, "snapshots" | "pairs">): Promise<Standing> {
  const offers = (await Promise.all(pairs.map((pair) => offersAt(snapshots, pair)))).flat();
  const pools = await Promise.all(pairs.filter(isCanonical).map((pair) => snapshots.pool(pair)));
  return sorted({ offers, pools: pools.map(({ pool }) => pool).filter((pool) => pool !== null) });
}

export function standingOf(index: MarketIndex): Standing {
  return sorted({ offers: [...index.offers()], pools: index.pools() });
}

export function isCanonical(pair: MarketPair): boolean {
  return pairKey(canonicalPair(pair.base, pair.counter)) === pairKey(pair);
}

/** Those of a pair, either way. */
export function tradesOfPair(trades: readonly LedgerTrade[], pair: MarketPair): LedgerTrade[] {
  const keys = [pair.base, pair.counter].map(assetKey);
  return trades.filter(({ sold, bought }) => keys.includes(assetKey(sold)) && keys.includes(assetKey(bought)));
}

function sorted({ offers, pools }: Standing): Standing {
  return {
    offers: offers.toSorted((left, right) => Number(left.offerId) - Number(right.offerId)),
    pools: pools.toSorted((left, right) => (left.poolId < right.poolId ? -1 : 1)),
  };
}
