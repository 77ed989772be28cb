import type { StandingTerms } from "#schemas/standing-orders.ts";
import { AppError } from "#schemas/errors.ts";
import type { MarketState } from "#schemas/market-data.ts";
import type { MarketIndex } from "#server/markets/index.ts";
import { assetOfKey } from "#server/platform/network/assets.ts";
import type { MarketPair } from "#server/platform/network/markets.ts";

/** The markets as one ledger left them. */
export interface LiveMarket {
  readonly index: MarketIndex;
  readonly ledger: number;
}

/** The markets as a process follows them. */
export interface MarketFeedView {
  /** Null while an index is read in, and where nothing is listed. */
  readonly memory: LiveMarket | null;
  readonly lag: number;
  /** `closedAt` of the newest ledger that the index, the trades and the candles are of. */
  place(): { readonly state: MarketState; readonly closedAt: string | null };
}

/**
 * The markets, if they are as the network's newest ledgers left them. Throws `market-building` and `market-behind`; null where nothing
 * is listed.
 */
export function liveMarket(feed: MarketFeedView): LiveMarket | null {
  const { state } = feed.place();
  if (state === "building") throw new AppError("market-building");
  if (state === "behind") throw new AppError("market-behind", { ledgers: feed.lag });
  return feed.memory;
}

/** The markets as the newest ledger left them; null while that is not known. */
export function marketNow(feed: MarketFeedView): LiveMarket | null {
  try {
    return liveMarket(feed);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The markets, with both assets of an order in them. Throws what {@link liveMarket} does, and `market-assets-unlisted`. */
export function marketOf(feed: MarketFeedView, terms: Pick<StandingTerms, "base" | "quote">): LiveMarket {
  const market = liveMarket(feed);
  for (const asset of [terms.base, terms.quote])
    if (!market?.index.isListed(assetOfKey(asset))) throw new AppError("market-assets-unlisted", { asset });
  if (!market) throw new AppError("market-building");
  return market;
}

export function pairOf({ base, quote }: Pick<StandingTerms, "base" | "quote">): MarketPair {
  return { base: assetOfKey(base), counter: assetOfKey(quote) };
}
