import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { atom, useSetAtom } from "jotai";
import { SlidersHorizontal } from "lucide-react";
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { CandleStore } from "#pwa/parts/market-data/candle-store.ts";
import { showLarge, showPrice } from "#pwa/parts/market-data/figures.ts";
import type { MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { CANDLE_SIZES, codeOf } from "#pwa/parts/market-data/pair.ts";
import { useCandles } from "#pwa/parts/market-data/use-candles.ts";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { later } from "#pwa/ui/later.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { CandleRow, CandleSize, PairQuery } from "#schemas/market-data.ts";
import type { FillMark, OrderLine } from "./candle-chart.tsx";
import { shownIndicators, useIndicatorChoice } from "./indicator-choice.ts";
import { IndicatorLegend } from "./indicator-legend.tsx";
import type { Told } from "./indicator-lines.ts";

const CandleChart = later(
  async () => (await import("./candle-chart.tsx")).CandleChart,
  () => <Skeleton className="h-full w-full" />,
);

const IndicatorSheet = later(async () => (await import("./indicator-sheet.tsx")).IndicatorSheet);

const SIZES = CANDLE_SIZES.map((value) => ({ value, label: value }));
const SIZE_WORDS: Readonly<Record<CandleSize, string>> = {
  get "1m"() {
    return t({ message: "one minute", context: "span of a candle" });
  },
  get "5m"() {
    return t({ message: "five minutes", context: "span of a candle" });
  },
  get "15m"() {
    return t({ message: "fifteen minutes", context: "span of a candle" });
  },
  get "1h"() {
    return t({ message: "one hour", context: "span of a candle" });
  },
  get "1d"() {
    return t({ message: "one day", context: "span of a candle" });
  },
  get "1w"() {
    return t({ message: "one week", context: "span of a candle" });
  },
};
const TABLE_ROWS = 60;
/** It scrolls by itself, also for the keyboard. */
const SCROLLED = { tabIndex: 0, role: "group" } as const;

interface CandleCardProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  readonly places: number;
  readonly fills: readonly FillMark[];
  readonly orders: readonly OrderLine[];
}

/** Prices and volume over time; the chart itself is loaded when it is first shown. */
export function CandleCard({ pair, market, places, fills, orders }: CandleCardProps) {
  const [size, setSize] = useState<CandleSize>("1h");
  const store = useCandles(pair.base, pair.quote, size, market);
  const readout = useRef<HTMLParagraphElement>(null);
  const point = useCallback(
    (candle: CandleRow | null) => {
      if (readout.current !== null) readout.current.textContent = candle === null ? "" : inFigures(candle, places);
    },
    [places],
  );
  const { state, isEmpty, seenAtMs } = useChartState(store);
  const [indicators, chooseIndicators] = useIndicatorChoice();
  const [isChoosing, setChoosing] = useState(false);
  const [told] = useState(() => atom<Told | null>(null));
  const tell = useSetAtom(told);
  return (
    <figure className="flex h-full min-w-0 flex-col p-3">
      <div className="flex items-start justify-between gap-1">
        <Segments label={t`Time of one candle`} items={SIZES} value={size} onValueChange={setSize} />
        <Button variant="ghost" size="sm" className="min-h-10 min-w-9 px-2!" onClick={() => setChoosing(true)}>
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">
            <Trans>Indicators</Trans>
          </span>
        </Button>
      </div>
      <div className="mt-1 flex min-h-5 items-baseline gap-x-3">
        <p ref={readout} dir="ltr" aria-hidden="true" className="numeric min-w-0 flex-1 truncate text-xs text-ink-3" />
        {state === "kept" && seenAtMs !== null ? (
          <p className="text-xs text-warn">
            <Trans>
              Chart last seen <TimeAgo at={seenAtMs} />
            </Trans>
          </p>
        ) : null}
      </div>
      <div className="relative mt-1 grid min-h-64 flex-1">
        <div role="img" aria-label={inWords(pair, size, store)}>
          {isEmpty ? (
            state === "loading" ? (
              <Skeleton className="h-full w-full" />
            ) : (
              <NoCandles state={state} />
            )
          ) : (
            <div dir="ltr" className="absolute inset-0">
              <CandleChart
                {...{ store, size, places, fills, orders, indicators }}
                onIndicators={tell}
                onPoint={point}
              />
            </div>
          )}
        </div>
        {isEmpty ? null : <IndicatorLegend shown={shownIndicators(indicators)} told={told} places={places} />}
      </div>
      <figcaption className="mt-1 flex flex-wrap items-start justify-between gap-x-4 gap-y-1 text-xs text-ink-3">
        <CandleTable store={store} pair={pair} places={places} />
        <a
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center hover:underline pointer-coarse:min-h-11"
        >
          <Trans>Charts by TradingView</Trans>
        </a>
      </figcaption>
      {isChoosing ? (
        <IndicatorSheet choice={indicators} onChoice={chooseIndicators} onClose={() => setChoosing(false)} />
      ) : null}
    </figure>
  );
}

function NoCandles({ state }: { readonly state: string }) {
  return state === "failed" ? (
    <EmptyState title={t`The chart could not be read`}>
      <Trans>It is asked for again every few seconds.</Trans>
    </EmptyState>
  ) : (
    <EmptyState title={t`Nothing was traded here yet`}>
      <Trans>The first trade of this pair begins its chart.</Trans>
    </EmptyState>
  );
}

/** What of the chart changes rarely: a candle that grows renders nothing. */
function useChartState(store: CandleStore) {
  const text = useSyncExternalStore(store.subscribe, () => {
    const { state, candles, seenAtMs } = store.get();
    return JSON.stringify({ state, isEmpty: candles.length === 0, seenAtMs: state === "kept" ? seenAtMs : null });
  });
  return useMemo(() => {
    const state: { state: string; isEmpty: boolean; seenAtMs: number | null } = JSON.parse(text);
    return state;
  }, [text]);
}

/** The last candles as a table, made only when it is asked for and as of then. */
function CandleTable({ store, pair, places }: { store: CandleStore; pair: PairQuery; places: number }) {
  const [candles, setCandles] = useState<readonly CandleRow[] | null>(null);
  const box = useRef<HTMLDetailsElement>(null);
  const toggle = () =>
    setCandles(box.current?.open === true ? store.get().candles.slice(-TABLE_ROWS).toReversed() : null);
  return (
    <details ref={box} className="min-w-0 grow open:basis-full" onToggle={toggle}>
      <summary className="inline-flex min-h-6 items-center hover:text-ink hover:underline pointer-coarse:min-h-11">
        <Trans>Show as a table</Trans>
      </summary>
      {candles === null ? null : (
        <div className="mt-2 max-h-80 overflow-y-auto" {...SCROLLED} aria-label={t`Candles`}>
          <Table caption={t`Prices of ${{ base: codeOf(pair.base) }} in ${{ quote: codeOf(pair.quote) }}`}>
            <thead>
              <tr>
                <HeadCell>
                  <Trans>Time</Trans>
                </HeadCell>
                {headsOf(codeOf(pair.base)).map(([price, name]) => (
                  <HeadCell key={price} numeric>
                    {name}
                  </HeadCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {candles.map(([startMs, open, high, low, close, base]) => (
                <tr key={startMs}>
                  <Cell>{formatDate(startMs, { withTime: true })}</Cell>
                  {[open, high, low, close].map((price, index) => (
                    <Cell key={`${index} ${price}`} numeric>
                      {showPrice(price, places)}
                    </Cell>
                  ))}
                  <Cell numeric>{showLarge(base)}</Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </details>
  );
}

function headsOf(base: string): readonly (readonly [key: string, name: string])[] {
  return [
    ["open", t({ message: "Open", context: "price of a candle" })],
    ["high", t({ message: "High", context: "price" })],
    ["low", t({ message: "Low", context: "price" })],
    ["close", t({ message: "Close", context: "price of a candle" })],
    ["volume", t`Volume (${base})`],
  ];
}

function inFigures([startMs, open, high, low, close, base]: CandleRow, places: number): string {
  const [first, highest, lowest, last] = [open, high, low, close].map((price) => showPrice(price, places));
  const when = formatDate(startMs, { withTime: true });
  const volume = showLarge(base);
  return t({
    message: `${when}  O ${first}  H ${highest}  L ${lowest}  C ${last}  V ${volume}`,
    comment: "Open, high, low, close and volume of a candle, in initials",
  });
}

function inWords({ base, quote }: PairQuery, size: CandleSize, store: CandleStore): string {
  const { candles } = store.get();
  const [first, last] = [candles[0], candles.at(-1)];
  const [baseCode, quoteCode, span] = [codeOf(base), codeOf(quote), SIZE_WORDS[size]];
  if (first === undefined || last === undefined)
    return t`Chart of ${baseCode} in ${quoteCode}, candles of ${span}, without trades.`;
  const [from, to] = [formatDate(first[0]), formatDate(last[0])];
  return t`Chart of ${baseCode} in ${quoteCode}, candles of ${span}, from ${from} to ${to}. The last one opened at ${{ open: last[1] }} and closed at ${{ close: last[4] }}.`;
}
