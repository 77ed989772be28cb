import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type PointerEvent, useRef, useState } from "react";
import { pricePlaces, showLarge } from "#pwa/parts/market-data/figures.ts";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import { formatPercent, formatPrice } from "#pwa/ui/format.ts";
import { leftToRight, shownDirection } from "#pwa/ui/direction.ts";
import type { BookLevelRow, PairQuery } from "#schemas/market-data.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { type Depth, depthOf, outlineOf, type Reach, standingAt, sumOf, type Standing } from "./depth.ts";
import { SmallSelect } from "./small-select.tsx";

const NO_LEVELS: BookLevelRow[] = [];
/** In hundredths of a percent from the middle. */
const REACHES: readonly Reach[] = [100, 500, 2000, null];
const FIRST = 1;

interface DepthCardProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  readonly places: number;
}

/** How much is bid for below the market and offered above it, summed up from the middle outwards. */
export function DepthCard({ pair, market, places }: DepthCardProps) {
  const bids = useMarketPart(market, bidsOf, "figures");
  const asks = useMarketPart(market, asksOf, "figures");
  const isKnown = useMarketPart(market, isTold, "figures");
  const [chosen, setChosen] = useState(FIRST);
  const reach = REACHES[chosen] ?? null;
  const depth = depthOf(bids, asks, reach);
  return (
    <figure className="flex h-full min-h-36 min-w-0 flex-col px-2 pt-2 pb-1">
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <h2 className="text-sm font-semibold">
          <Trans context="of a market or pool">Depth</Trans>
        </h2>
        <SmallSelect
          label={t`How far from the middle`}
          options={REACHES.map((each, index) => ({ value: String(index), label: reachWords(each) }))}
          value={String(chosen)}
          onValueChange={(value) => setChosen(Number(value))}
        />
      </div>
      {depth === null ? (
        <p className="mt-2 text-sm text-ink-3">{isKnown ? t`Nothing is offered here.` : t`Waiting for the book.`}</p>
      ) : (
        <Curves depth={depth} base={codeOf(pair.base)} quote={codeOf(pair.quote)} places={places} />
      )}
    </figure>
  );
}

function reachWords(reach: Reach): string {
  return reach === null
    ? t({ message: "All", context: "depth of a market" })
    : leftToRight(`± ${formatPercent(String(reach / 100), " ")}`);
}

function bidsOf({ market }: MarketPicture): readonly BookLevelRow[] {
  return market?.bids ?? NO_LEVELS;
}

function asksOf({ market }: MarketPicture): readonly BookLevelRow[] {
  return market?.asks ?? NO_LEVELS;
}

function isTold({ market }: MarketPicture): boolean {
  return market !== null;
}

interface CurvesProps {
  readonly depth: Depth;
  readonly base: string;
  readonly quote: string;
  readonly places: number;
}

function Curves({ depth, base, quote, places }: CurvesProps) {
  const box = useRef<HTMLDivElement>(null);
  /** Of the width, from 0 to 1; null while nothing is pointed at. */
  const [part, setPart] = useState<number | null>(null);
  const point = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 0 } = box.current?.getBoundingClientRect() ?? {};
    if (width > 0) setPart(Math.min(1, Math.max(0, (clientX - left) / width)));
  };
  const shownPlaces = Math.min(places, pricePlaces(depth.high));
  const price = (value: number) => formatPrice(value.toFixed(shownPlaces));
  const [low, high] = [price(depth.low), price(depth.high)];
  const [bought, sold] = [large(sumOf(depth.bids)), large(sumOf(depth.asks))];
  const standing = part === null ? null : standingAt(depth, part);
  return (
    <>
      <p dir="ltr" className="numeric flex min-h-4 flex-wrap justify-between gap-x-2 text-xs">
        {standing === null ? (
          <>
            <span dir={shownDirection()} className="text-up">
              <Trans>
                {bought} {base} bid for
              </Trans>
            </span>
            <span dir={shownDirection()} className="text-down">
              <Trans>
                {sold} {base} offered
              </Trans>
            </span>
          </>
        ) : (
          <span
            aria-hidden="true"
            dir={shownDirection()}
            className={standing.side === "bids" ? "text-up" : "text-down"}
          >
            {standingWords(standing, base, price(standing.price))}
          </span>
        )}
      </p>
      <div
        ref={box}
        dir="ltr"
        role="img"
        aria-label={t`Depth of ${base} in ${quote}, from ${low} to ${high}: ${bought} ${base} are bid for, ${sold} ${base} are offered.`}
        className="relative mt-1 min-h-10 flex-1"
        onPointerMove={point}
        onPointerLeave={() => setPart(null)}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-hidden">
          <path d={outlineOf("bids", depth)} className="fill-up-soft stroke-up" vectorEffect="non-scaling-stroke" />
          <path d={outlineOf("asks", depth)} className="fill-down-soft stroke-down" vectorEffect="non-scaling-stroke" />
        </svg>
        {part === null ? null : (
          <div className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${part * 100}%` }} />
        )}
      </div>
      <p
        aria-hidden="true"
        dir="ltr"
        className="numeric flex justify-between gap-x-2 border-t border-line pt-0.5 text-xs text-ink-3"
      >
        <span>{low}</span>
        <span>{quote}</span>
        <span>{high}</span>
      </p>
    </>
  );
}

function standingWords({ side, total }: Standing, base: string, price: string): string {
  const amount = large(total);
  return side === "bids" ? t`${amount} ${base} down to ${price}` : t`${amount} ${base} up to ${price}`;
}

/** A sum of stroops in few figures. */
function large(stroops: bigint): string {
  return showLarge(formatAmount(stroops));
}
