import { useEffect, useMemo } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import type { CandleSize } from "#schemas/market-data.ts";
import { type CandleStore, createCandleStore } from "./candle-store.ts";
import { keepCandles, readKeptCandles } from "./kept-markets.ts";
import type { MarketStore } from "./market-store.ts";
import { pairKey } from "./pair.ts";

/** The candles of a pair, as long as the component stands; `market` is the pair's own store. */
export function useCandles(base: string, quote: string, size: CandleSize, market: MarketStore): CandleStore {
  const userId = useSession().user?.id ?? 0;
  const store = useMemo(() => {
    const name = `${pairKey({ base, quote })} ${size}`;
    return createCandleStore({
      size,
      market,
      nowMs,
      read: (before, signal) => call(MARKETS_ENDPOINTS.marketCandles, { query: { base, quote, size, before }, signal }),
      kept: readKeptCandles(userId, name),
      keep: (kept) => keepCandles(userId, name, kept),
    });
  }, [userId, base, quote, size, market]);
  useEffect(() => store.start(), [store]);
  return store;
}
