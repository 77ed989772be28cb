import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo } from "react";
import { amountPlaces, pricePlaces, showFitting, showPrice, stroopsOf } from "#pwa/parts/market-data/figures.ts";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import { formatClock, formatDay } from "#pwa/ui/format.ts";
import type { MarketTrade, PairQuery } from "#schemas/market-data.ts";

/** It scrolls by itself, also for the keyboard. */
const SCROLLED = { tabIndex: 0, role: "group" } as const;
const NO_TRADES: MarketTrade[] = [];

interface TapeCardProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  readonly around: number;
}

/** What was traded, the newest first; the arrow says whether the taker bought or sold. */
export function TapeCard({ pair, market, around }: TapeCardProps) {
  const trades = useMarketPart(market, tradesOf, "tape");
  const [priced, sized] = [pricePlaces(around), amountPlaces(around)];
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h2 className="px-3 pt-3 pb-2 text-sm font-semibold">
        <Trans>Trades</Trans>
      </h2>
      {trades.length === 0 ? (
        <p className="px-3 pb-3 text-sm text-ink-3">
          <Trans>Nothing was traded here yet.</Trans>
        </p>
      ) : (
        <div
          className="max-h-96 min-h-0 flex-1 overflow-auto lg:max-h-none"
          {...SCROLLED}
          aria-label={t`Latest trades`}
        >
          <table dir="ltr" className="numeric w-full border-collapse text-xs">
            <caption className="sr-only">
              <Trans>
                Latest trades of {{ base: codeOf(pair.base) }} for {{ quote: codeOf(pair.quote) }}
              </Trans>
            </caption>
            <thead className="sticky top-0 bg-surface text-ink-3">
              <tr>
                <th scope="col" className="px-3 py-1 text-start font-medium">
                  <Trans>Price</Trans>
                </th>
                <th scope="col" className="py-1 text-end font-medium">
                  {codeOf(pair.base)}
                </th>
                <th scope="col" className="px-3 py-1 text-end font-medium">
                  <Trans>Time</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {trades.map((trade) => (
                <TradeLine key={trade.id} trade={trade} priced={priced} sized={sized} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function tradesOf({ market }: MarketPicture): readonly MarketTrade[] {
  return market?.trades ?? NO_TRADES;
}

interface TradeLineProps {
  readonly trade: MarketTrade;
  readonly priced: number;
  readonly sized: number;
}

const TradeLine = memo(function TradeLine({ trade, priced, sized }: TradeLineProps) {
  const isBuy = trade.side === "buy";
  const price = showPrice(trade.price, priced);
  const Arrow = isBuy ? ArrowUp : ArrowDown;
  return (
    <tr className="h-6">
      <td className={`px-3 font-medium whitespace-nowrap ${isBuy ? "text-up" : "text-down"}`}>
        <Arrow aria-hidden="true" className="me-1 inline size-3" />
        {isBuy ? (
          <Trans>
            <span className="sr-only">Bought at </span>
            {price}
          </Trans>
        ) : (
          <Trans>
            <span className="sr-only">Sold at </span>
            {price}
          </Trans>
        )}
      </td>
      <td className="text-end whitespace-nowrap">{showFitting(stroopsOf(trade.baseAmount), sized)}</td>
      <td className="px-3 text-end whitespace-nowrap text-ink-3">
        <time dateTime={trade.at}>{timeOfDay(trade.at)}</time>
      </td>
    </tr>
  );
});

const DAY_MS = 24 * 60 * 60_000;

/** The time of day, or the day where that is long ago. */
function timeOfDay(at: string): string {
  const atMs = Date.parse(at);
  return performance.timeOrigin + performance.now() - atMs < DAY_MS ? formatClock(atMs) : formatDay(atMs);
}
