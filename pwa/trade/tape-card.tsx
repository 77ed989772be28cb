import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import { PaintedText } from "#pwa/parts/painting/painted-text.tsx";
import { usePaintedMarket } from "#pwa/parts/painting/use-painted-market.ts";
import { type MarketTrade, type PairQuery, SNAPSHOT_TRADES } from "#schemas/market-data.ts";
import { openTapePainter } from "./tape-painter.ts";

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
  const hasTrades = useMarketPart(market, ({ market: shown }) => (shown?.trades.length ?? 0) > 0, "tape");
  const body = usePaintedMarket(market, "tape", openTapePainter, (picture) => ({ trades: tradesOf(picture), around }));
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h2 className="px-3 pt-3 pb-2 text-sm font-semibold">
        <Trans>Trades</Trans>
      </h2>
      {hasTrades ? (
        <div
          className="max-h-96 min-h-0 flex-1 overflow-auto lg:max-h-none"
          {...SCROLLED}
          aria-label={t`Latest trades`}
        >
          <table dir="ltr" className="numeric block w-full text-xs">
            <caption className="sr-only">
              <Trans>
                Latest trades of {{ base: codeOf(pair.base) }} for {{ quote: codeOf(pair.quote) }}
              </Trans>
            </caption>
            <thead className="sticky top-0 z-10 block bg-surface text-ink-3">
              <tr className={COLUMNS}>
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
            <tbody ref={body} className="block">
              {PLACES.map((place) => (
                <TradeRow key={place} />
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="px-3 pb-3 text-sm text-ink-3">
          <Trans>Nothing was traded here yet.</Trans>
        </p>
      )}
    </div>
  );
}

function tradesOf({ market }: MarketPicture): readonly MarketTrade[] {
  return market?.trades ?? NO_TRADES;
}

/** A row for `openTapePainter`. One that is not in sight costs nothing: nobody lays it out before it is. */
function TradeRow() {
  return (
    <tr data-trade="" hidden className={`group h-6 leading-6 contain-strict [content-visibility:auto] ${COLUMNS}`}>
      <td className="px-3 font-medium whitespace-nowrap text-up group-data-[side=sell]:text-down">
        <ArrowUp aria-hidden="true" className="me-1 inline size-3 group-data-[side=sell]:hidden" />
        <ArrowDown aria-hidden="true" className="me-1 inline size-3 group-data-[side=buy]:hidden" />
        <PaintedText name="said" className="sr-only" />
        <PaintedText name="price" isSilent />
      </td>
      <td className="text-end">
        <PaintedText name="amount" className={CELL} />
      </td>
      <td className="px-3 text-end text-ink-3">
        <PaintedText name="time" as="time" className={CELL} />
      </td>
    </tr>
  );
}

const PLACES = Array.from({ length: SNAPSHOT_TRADES }, (_, place) => place);
const COLUMNS = "grid grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(5.5rem,1fr)]";
/** Of the row's height: what stands in it changes the size of nothing. */
const CELL = "block h-6 whitespace-nowrap [contain:size_layout]";
