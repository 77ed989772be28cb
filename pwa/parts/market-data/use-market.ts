import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import { keepMarket, readKeptMarket } from "./kept-markets.ts";
import { type MarketFeed, openMarketFeed } from "./market-feed.ts";
import type { Lane, MarketPicture, MarketStore } from "./market-store.ts";

let feed: { readonly userId: number; readonly markets: MarketFeed } | null = null;

/** One for the tab, of the person who is signed in. */
function feedOf(userId: number): MarketFeed {
  if (feed?.userId === userId) return feed.markets;
  const markets = openMarketFeed({
    openLink: async () => (await import("#pwa/platform/sync/market-link.ts")).openMarketLink,
    read: (query) => call(MARKETS_ENDPOINTS.market, { query }),
    nowMs,
    keep: (pair, kept) => keepMarket(userId, pair, kept),
    readKept: (pair) => readKeptMarket(userId, pair),
  });
  feed = { userId, markets };
  return markets;
}

/**
 * A pair (each asset `XLM` or `CODE-ISSUER`), watched as long as the component stands. Nothing of it is rendered by this: read
 * the parts that are shown with {@link useMarketPart}.
 */
export function useMarket(base: string, quote: string): MarketStore {
  const userId = useSession().user?.id ?? 0;
  const markets = feedOf(userId);
  const store = useMemo(() => markets.storeOf({ base, quote }), [markets, base, quote]);
  useEffect(() => markets.watch({ base, quote }), [markets, base, quote]);
  const isOnline = useOnline();
  useEffect(() => markets.noteOnline(isOnline), [markets, isOnline]);
  useEffect(() => {
    const keepAll = () => markets.keepAll();
    addEventListener("pagehide", keepAll);
    return () => removeEventListener("pagehide", keepAll);
  }, [markets]);
  return store;
}

/** One part of a market. `select` answers with the same object as long as nothing in it changed. */
export function useMarketPart<T>(store: MarketStore, select: (picture: MarketPicture) => T, lane: Lane = "figures"): T {
  const read = useCallback(() => select(store.get()), [store, select]);
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener, lane), [store, lane]);
  return useSyncExternalStore(subscribe, read);
}
