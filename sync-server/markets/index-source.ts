import { BOOK_LEVELS } from "#schemas/market-data.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { assetKey } from "#server/platform/network/assets.ts";
import { canonicalPair, type MarketPair, type MarketSource, pairKey } from "#server/platform/network/markets.ts";
import { candleOf, startOf, turnedCandle } from "./candles.ts";
import type { Feed } from "./feed.ts";
import type { MarketMemory } from "./market-memory.ts";
import { candleCollection } from "./market-store.ts";

/**
 * Reads markets from the index as long as that keeps up with the network, and from `elsewhere` what is not in it. Candles go
 * as far back as they are kept.
 */
export function openIndexSource(
  { database }: Pick<Runtime, "database">,
  feed: Pick<Feed, "memory" | "place">,
  elsewhere: MarketSource,
): MarketSource {
  function live(): MarketMemory | null {
    const { memory } = feed;
    return memory && feed.place().state === "live" ? memory : null;
  }

  /** The memory that knows of a pair. */
  function knowing({ base, counter }: MarketPair): MarketMemory | null {
    const memory = live();
    return memory?.index.isListed(base) && memory.index.isListed(counter) ? memory : null;
  }

  return {
    async head() {
      const memory = live();
      return memory?.closedAt ? { sequence: memory.ledger, closedAt: memory.closedAt } : elsewhere.head();
    },
    async orderBook(pair) {
      return knowing(pair)?.index.orderBook(pair, BOOK_LEVELS) ?? elsewhere.orderBook(pair);
    },
    async candles(pair, query) {
      if (!knowing(pair)) return elsewhere.candles(pair, query);
      const { size } = query;
      const fromMs = startOf(size, query.fromMs);
      const toMs = -startOf(size, -query.toMs);
      const kept = canonicalPair(pair.base, pair.counter);
      const isTurned = assetKey(kept.base) !== assetKey(pair.base);
      const stored = await candleCollection(database)
        .find(
          { pair: pairKey(kept), size, at: { $gte: new Date(Math.max(0, fromMs)), $lt: new Date(toMs) } },
          { sort: { at: 1 } },
        )
        .map(candleOf)
        .toArray();
      return isTurned ? stored.map(turnedCandle) : stored;
    },
  };
}
