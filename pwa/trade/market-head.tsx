import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeftRight, BellPlus, ChevronDown, LayoutPanelLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { pricePlaces, showLarge, showPrice } from "#pwa/parts/market-data/figures.ts";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf, pairKey } from "#pwa/parts/market-data/pair.ts";
import { useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import type { Painter } from "#pwa/parts/painting/use-painter.ts";
import { PaintedText } from "#pwa/parts/painting/painted-text.tsx";
import { usePaintedMarket } from "#pwa/parts/painting/use-painted-market.ts";
import { partOf, textIn } from "#pwa/parts/painting/write.ts";
import { StarButton } from "#pwa/parts/watchlist/star-button.tsx";
import { useWatchlist } from "#pwa/parts/watchlist/use-watchlist.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { PairQuery } from "#schemas/market-data.ts";
import { Change } from "./change.tsx";
import { PairPicker } from "./later-parts.tsx";
import { proLink, tradeLink } from "./pair-link.ts";

/** Codes that fit one line on the narrowest phone, together. */
const SHORT = 9;

interface MarketHeadProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  readonly isOnline: boolean;
}

/** Which pair this is, and what it did within 24 hours. */
export function MarketHead({ pair, market, isOnline }: MarketHeadProps) {
  const watchlist = useWatchlist();
  const [isPicking, setPicking] = useState(false);
  const [base, quote] = [codeOf(pair.base), codeOf(pair.quote)];
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="flex min-w-0 flex-wrap items-center gap-1">
        <h1 className="min-w-0 text-xl font-semibold">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setPicking(true)}
            className={classNames(
              "-ms-2 min-h-11 max-w-full rounded-md px-2 text-start hover:bg-surface-2",
              base.length + quote.length > SHORT ? "break-words" : "whitespace-nowrap",
            )}
          >
            {base}
            <span className="text-ink-3"> / </span>
            {quote}
            <ChevronDown aria-hidden="true" className="ms-1.5 inline size-5 text-ink-3" />
            <span className="sr-only">
              <Trans>, choose another pair</Trans>
            </span>
          </button>
        </h1>
        <Button asChild variant="ghost" size="icon">
          <Link
            {...tradeLink({ base: pair.quote, quote: pair.base })}
            aria-label={t`Turn around: ${quote} in ${base}`}
            title={`${quote} / ${base}`}
          >
            <ArrowLeftRight aria-hidden="true" className="size-4" />
          </Link>
        </Button>
        <Button asChild variant="ghost" size="icon">
          <Link {...proLink(pair)} aria-label={t`Open in pro trading`} title={t`Pro trading`}>
            <LayoutPanelLeft aria-hidden="true" className="size-4" />
          </Link>
        </Button>
        <StarButton thing={pair} watchlist={watchlist} />
        <Button asChild variant="ghost" size="icon">
          <Link
            to="/watchlist"
            search={{ alert: pairKey(pair) }}
            aria-label={t`Set a price alert`}
            title={t`Price alert`}
          >
            <BellPlus aria-hidden="true" className="size-4" />
          </Link>
        </Button>
      </div>
      <MarketFigures market={market} base={base} quote={quote} />
      {isPicking ? (
        <PairPicker chosen={pairKey(pair)} isOnline={isOnline} linkTo={tradeLink} onClose={() => setPicking(false)} />
      ) : null}
    </header>
  );
}

interface MarketFiguresProps {
  readonly market: MarketStore;
  readonly base: string;
  readonly quote: string;
}

/** What a pair did within 24 hours, and of when that is. */
export function MarketFigures({ market, base, quote }: MarketFiguresProps) {
  const figures = usePaintedMarket(market, "figures", openFiguresPainter, (picture) =>
    figureWords(picture, base, quote),
  );
  const change = useMarketPart(market, ({ market: shown }) => shown?.ticker.change ?? null);
  const isFlowing = useMarketPart(market, ({ flow }) => flow === "live" || flow === "polled");
  const seenAtMs = useMarketPart(market, ({ flow, seenAtMs }) => (flow === "live" ? null : seenAtMs));
  return (
    // In columns on a phone, and with room for what comes elsewhere: the first figures move nothing below.
    <dl
      ref={figures}
      className="grid w-full min-w-0 grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] items-end gap-x-4 gap-y-1 text-sm sm:flex sm:w-auto sm:gap-x-6"
    >
      <Figure name={t`Last price, ${quote}`} isFirst>
        <PaintedText name="last" />
      </Figure>
      <Figure name={t({ message: "24 h", context: "hours" })}>
        <Change percent={change} />
      </Figure>
      <Figure name={t({ message: "High", context: "price" })}>
        <PaintedText name="high" />
      </Figure>
      <Figure name={t({ message: "Low", context: "price" })}>
        <PaintedText name="low" />
      </Figure>
      <Figure name={t`Volume`}>
        <PaintedText name="volume" />
        <PaintedText name="quote-volume" className="hidden text-ink-3 sm:inline" />
      </Figure>
      <Figure name={t({ message: "As of", context: "time of these figures" })}>
        {isFlowing ? (
          t({ message: "Now", context: "time of these figures" })
        ) : seenAtMs === null ? (
          "–"
        ) : (
          <TimeAgo at={seenAtMs} />
        )}
      </Figure>
    </dl>
  );
}

type FigureWords = Readonly<Record<"last" | "high" | "low" | "volume" | "quoteVolume", string>>;

function openFiguresPainter(list: HTMLElement): Painter<FigureWords> {
  const writes = {
    last: textIn(partOf(list, "last")),
    high: textIn(partOf(list, "high")),
    low: textIn(partOf(list, "low")),
    volume: textIn(partOf(list, "volume")),
    quoteVolume: textIn(partOf(list, "quote-volume")),
  };
  return (words) => {
    writes.last(words.last);
    writes.high(words.high);
    writes.low(words.low);
    writes.volume(words.volume);
    writes.quoteVolume(words.quoteVolume);
  };
}

function figureWords({ market }: MarketPicture, base: string, quote: string): FigureWords {
  const ticker = market?.ticker ?? null;
  const places = pricePlaces(Number(ticker?.last ?? ticker?.bid ?? ticker?.ask ?? 0));
  const price = (text: string | null = null) => (text === null ? "–" : showPrice(text, places));
  return {
    last: price(ticker?.last),
    high: price(ticker?.high),
    low: price(ticker?.low),
    volume: ticker === null ? "–" : `${showLarge(ticker.baseVolume)} ${base}`,
    quoteVolume: ticker === null ? "" : ` · ${showLarge(ticker.quoteVolume)} ${quote}`,
  };
}

interface FigureProps {
  readonly name: string;
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}

function Figure({ name, isFirst = false, children }: FigureProps) {
  return (
    <div className="min-w-0 sm:min-w-[9ch]">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className={`numeric ${isFirst ? "text-lg font-semibold" : ""}`}>{children}</dd>
    </div>
  );
}
