import { useMemo } from "react";
import type { MarketPicture } from "#pwa/parts/market-data/market-store.ts";
import { useMarket, useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import type { Exact } from "#schemas/market-maker/prices.ts";
import type { BookLevelRow, PairQuery } from "#schemas/market-data.ts";
import type { LadderOffer, PoolReference } from "#schemas/market-making.ts";
import { readPrice } from "#schemas/values/price.ts";
import type { DrawnLadder } from "./ladder-view.ts";
import { middleOfOthers, numberOf, othersBest, priceOfPool, textOf } from "./others-best.ts";

const NO_LEVELS: readonly BookLevelRow[] = [];
const bidsOf = ({ market }: MarketPicture) => market?.bids ?? NO_LEVELS;
const asksOf = ({ market }: MarketPicture) => market?.asks ?? NO_LEVELS;
const poolOf = ({ market }: MarketPicture) => market?.pool ?? null;

/** A reference as this device sees it now; the server has the last word. */
export interface SeenReference {
  readonly exact: Exact | null;
  readonly text: string | null;
  /** The best offers of others on the pool's own pair. */
  readonly others: DrawnLadder["others"];
  /** Halfway between them. */
  readonly middle: string | null;
}

/** Watches a pair and what its ladder stands around. `reference` is null while none is chosen; `own` are offers that do not count. */
export function useReference(
  pair: PairQuery,
  reference: PoolReference | null,
  own: readonly LadderOffer[],
): SeenReference {
  const from = reference?.kind === "pair" ? reference : pair;
  const [market, source] = [useMarket(pair.base, pair.quote), useMarket(from.base, from.quote)];
  const [bids, asks] = [useMarketPart(market, bidsOf), useMarketPart(market, asksOf)];
  const [sourceBids, sourceAsks] = [useMarketPart(source, bidsOf), useMarketPart(source, asksOf)];
  const pool = useMarketPart(market, poolOf);
  return useMemo(() => {
    const best = othersBest(bids, asks, own);
    const exact = (): Exact | null => {
      switch (reference?.kind) {
        case undefined:
          return null;
        case "fixed":
          return readPrice(reference.targetPrice);
        case "mid":
          return middleOfOthers(best);
        case "pair":
          return middleOfOthers(othersBest(sourceBids, sourceAsks, []));
        case "pool":
          return priceOfPool(pool, pair.quote);
      }
    };
    const found = exact();
    return {
      exact: found,
      text: textOf(found),
      others: { bid: numberOf(best.bid), ask: numberOf(best.ask) },
      middle: textOf(middleOfOthers(best)),
    };
  }, [bids, asks, sourceBids, sourceAsks, pool, own, reference, pair.quote]);
}
