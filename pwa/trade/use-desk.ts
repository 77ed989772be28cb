import { t } from "@lingui/core/macro";
import { useEffect, useMemo } from "react";
import { pricePlaces } from "#pwa/parts/market-data/figures.ts";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { useMarket, useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { formatAmountText } from "#pwa/ui/format.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { FillMark, OrderLine } from "./candle-chart.tsx";
import { keepLastPair } from "./last-pair.ts";
import { fillIn, orderIn, type OwnOrder, type SeenOrder } from "./seen-order.ts";
import type { OrderSide } from "#schemas/trading.ts";

const OPEN = { where: { state: "open" as const } };
/** Marks on the chart, at most. */
const LAST_FILLS = { sort: [{ timestamp: "desc" as const }], limit: 300 };

/** One pair with what one does in it oneself, as every desk shows it. */
export interface Desk {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  /** The power of ten that this pair's prices are of: it changes seldom, and decides how many places are shown. */
  readonly around: number;
  /** Places of a price. */
  readonly places: number;
  readonly isOnline: boolean;
  /** One's open orders in every pair. */
  readonly open: readonly OwnOrder[];
  /** Those in this pair, as seen in it. */
  readonly own: readonly SeenOrder[];
  /** The same, as lines of a chart. */
  readonly lines: readonly OrderLine[];
  readonly fills: readonly FillMark[];
}

/** Watches a pair, and remembers it as the one looked at last. */
export function useDesk({ base, quote }: PairQuery): Desk {
  const pair = useMemo(() => ({ base, quote }), [base, quote]);
  const market = useMarket(base, quote);
  const around = useMarketPart(market, aroundOf);
  const isOnline = useOnline();
  const { rows: open } = useRows("orders", OPEN);
  const { own, lines } = useOwnLines(open, pair);
  const fills = useOwnFills(pair);
  useEffect(() => keepLastPair({ base, quote }), [base, quote]);
  return { pair, market, around, places: pricePlaces(around), isOnline, open, own, lines, fills };
}

function aroundOf({ market }: MarketPicture): number {
  const ticker = market?.ticker;
  const price = Number(ticker?.last ?? ticker?.bid ?? ticker?.ask ?? Number.NaN);
  return price > 0 ? 10 ** Math.floor(Math.log10(price)) : 1;
}

function useOwnLines(open: readonly OwnOrder[], pair: PairQuery) {
  return useMemo(() => {
    const own = open.map((row) => orderIn(row, pair)).filter((seen): seen is SeenOrder => seen !== null);
    const lines = own.map(({ side, price: { n, d }, amount }) => ({
      side,
      price: n / d,
      title: lineTitle(side, formatAmountText(formatAmount(amount))),
    }));
    return { own, lines };
  }, [open, pair]);
}

function lineTitle(side: OrderSide, amount: string): string {
  return side === "buy" ? t`Buy ${amount}` : t`Sell ${amount}`;
}

function useOwnFills(pair: PairQuery) {
  const { rows } = useRows("fills", LAST_FILLS);
  return useMemo(() => rows.flatMap((row) => fillIn(row, pair) ?? []), [rows, pair]);
}
