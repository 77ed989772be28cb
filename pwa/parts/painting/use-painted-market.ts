import { type RefCallback, useCallback } from "react";
import type { Lane, MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { type Painter, usePainter } from "./use-painter.ts";

/** Paints a part of a market in the frames of its lane; see {@link usePainter}. */
export function usePaintedMarket<Root extends Element, Shown>(
  market: MarketStore,
  lane: Lane,
  open: (root: Root) => Painter<Shown>,
  look: (picture: MarketPicture) => Shown,
): RefCallback<Root> {
  const subscribe = useCallback((listener: () => void) => market.subscribe(listener, lane), [market, lane]);
  return usePainter({ open, look: () => look(market.get()), subscribe });
}
