import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type KeyboardEvent, useMemo, useState } from "react";
import { amountPlaces, showPrice } from "#pwa/parts/market-data/figures.ts";
import { type BookSide, type LevelStep, stepsFor } from "#pwa/parts/market-data/group-levels.ts";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { PaintedText } from "#pwa/parts/painting/painted-text.tsx";
import { usePaintedMarket } from "#pwa/parts/painting/use-painted-market.ts";
import { partOf, textIn } from "#pwa/parts/painting/write.ts";
import type { Painter } from "#pwa/parts/painting/use-painter.ts";
import { useMedia } from "#pwa/platform/device/media.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { CONTROL_LOOK } from "#pwa/ui/field.tsx";
import { ownNumber } from "#pwa/ui/own-formats.ts";
import type { BookLevelRow, PairQuery } from "#schemas/market-data.ts";
import { bookLines, unitsOf } from "./book-lines.ts";
import { openBookPainter } from "./book-painter.ts";
import type { SeenOrder } from "./seen-order.ts";

/** Rows of each side, where nobody asks for more; a finger needs so much room that there are fewer. */
const ROWS = 12;
const COARSE_ROWS = 7;
const NO_LEVELS: BookLevelRow[] = [];
const NO_LINES = { asks: [], bids: [], priceLength: 0 };
const NONE: ReadonlySet<string> = new Set();

interface BookCardProps {
  readonly pair: PairQuery;
  readonly market: MarketStore;
  /** A price around which this pair trades. */
  readonly around: number;
  readonly own: readonly SeenOrder[];
  readonly onPrice: (price: string) => void;
  /** Of each side. */
  readonly rows?: number;
  /** Prices and amounts alone, for where it stands beside something else. */
  readonly isNarrow?: boolean;
}

/** What is offered on both sides, the best next to each other. Every row stands still, whatever its figures do. */
export function BookCard(props: BookCardProps) {
  const { pair, market, around, own, onPrice, rows = ROWS, isNarrow = false } = props;
  const isCoarse = useMedia("(pointer: coarse)");
  const count = isCoarse ? Math.min(rows, COARSE_ROWS) : rows;
  const [chosen, setChosen] = useState(0);
  const magnitude = Math.floor(Math.log10(around));
  const steps = useMemo(() => stepsFor(10 ** magnitude), [magnitude]);
  const step = steps[chosen];
  const places = amountPlaces(around);
  const ownUnits = useMemo(() => (step === undefined ? NONE : unitsOf(own, step)), [own, step]);
  const table = usePaintedMarket(market, "book", openBookPainter, ({ market: shown }) =>
    step === undefined
      ? NO_LINES
      : bookLines(shown?.asks ?? NO_LEVELS, shown?.bids ?? NO_LEVELS, { step, rows: count, places, ownUnits }),
  );
  if (step === undefined) return null;
  const shown = { onPrice, isNarrow };
  return (
    <div className="flex min-w-0 flex-col">
      <div className={classNames("flex items-center justify-between gap-2 pb-2", isNarrow ? "pe-2" : "px-3 pt-3")}>
        <h2 className={isNarrow ? "sr-only" : "text-sm font-semibold"}>
          <Trans>Order book</Trans>
        </h2>
        <select
          dir="ltr"
          aria-label={t`Width of a price level`}
          value={chosen}
          onChange={(event) => setChosen(Number(event.target.value))}
          className={classNames(
            CONTROL_LOOK,
            "numeric min-h-8! px-2! text-xs! pointer-coarse:min-h-11!",
            isNarrow ? "w-full" : "w-auto!",
          )}
        >
          {steps.map(({ text }, index) => (
            <option key={text} value={index}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <div className="overflow-x-auto">
        <table
          // Other rows are painted by another painter.
          key={`${count} ${isNarrow}`}
          ref={table}
          dir="ltr"
          className="numeric block w-full min-w-min text-xs"
        >
          <caption className="sr-only">
            <Trans>
              Offers of {{ base: codeOf(pair.base) }} for {{ quote: codeOf(pair.quote) }}: those who sell above, the
              best last, and those who buy below, the best first
            </Trans>
          </caption>
          <thead className="block">
            <tr className={classNames(isNarrow ? TWO_COLUMNS : COLUMNS, "items-end text-ink-3")}>
              <th scope="col" className={classNames("py-1 text-start font-medium", isNarrow ? "ps-1.5" : "ps-3")}>
                <Trans>Price</Trans>
                <span className="block text-ink-3">{codeOf(pair.quote)}</span>
              </th>
              <th scope="col" className={classNames("py-1 text-end font-medium", isNarrow && "pe-2")}>
                <Trans>Amount</Trans>
                <span className="block text-ink-3">{codeOf(pair.base)}</span>
              </th>
              {isNarrow ? null : (
                <th scope="col" className="py-1 pe-3 text-end font-medium">
                  <Trans>Sum</Trans>
                  <span className="block text-ink-3">{codeOf(pair.base)}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody aria-label={t`Sell offers`} className="block">
            {Array.from({ length: count }, (_, index) => (
              <BookRow key={index} side="asks" isBest={index === count - 1} {...shown} />
            ))}
          </tbody>
          <tbody className="block">
            <Middle market={market} step={step} isNarrow={isNarrow} />
          </tbody>
          <tbody aria-label={t`Buy offers`} className="block">
            {Array.from({ length: count }, (_, index) => (
              <BookRow key={index} side="bids" isBest={index === 0} {...shown} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Prices have as much room as the longest of them needs, and both amounts the same. */
const COLUMNS = "grid grid-cols-[minmax(var(--price-room),1.2fr)_minmax(4rem,1fr)_minmax(4.5rem,1fr)] gap-x-1";
const TWO_COLUMNS = "grid grid-cols-[minmax(var(--price-room),1.2fr)_minmax(3.5rem,1fr)]";

interface BookRowProps {
  readonly side: BookSide;
  readonly isBest: boolean;
  readonly onPrice: (price: string) => void;
  readonly isNarrow: boolean;
}

/** A row for `openBookPainter`: nothing that is written in it is laid out beyond its cell. */
function BookRow({ side, isBest, onPrice, isNarrow }: BookRowProps) {
  const isAsk = side === "asks";
  return (
    <tr
      {...(isAsk ? { "data-asks": "" } : { "data-bids": "" })}
      className={classNames(
        isNarrow ? TWO_COLUMNS : COLUMNS,
        "relative h-6 leading-6 contain-strict hover:not-data-empty:bg-surface-2 pointer-coarse:h-11 pointer-coarse:leading-11",
      )}
    >
      <td className={isNarrow ? "ps-1.5" : "ps-3"}>
        <span
          data-bar=""
          aria-hidden="true"
          className={classNames("absolute inset-0 -z-10 origin-right", isAsk ? "bg-down-soft" : "bg-up-soft")}
        />
        <span
          data-own=""
          hidden
          aria-hidden="true"
          className="absolute top-1/2 start-0 size-1.5 -translate-y-1/2 rounded-full bg-brass"
        />
        <button
          type="button"
          hidden
          data-level={side}
          tabIndex={isBest ? 0 : -1}
          onClick={({ currentTarget }) => onPrice(currentTarget.value)}
          onKeyDown={walkRows}
          className={classNames(
            "block w-full text-start font-medium whitespace-nowrap -outline-offset-2 after:absolute after:inset-0",
            isAsk ? "text-down" : "text-up",
          )}
        >
          <PaintedText name="price" className={CELL} />
        </button>
      </td>
      <td className={classNames("text-end", isNarrow && "pe-2")}>
        <PaintedText name="amount" className={CELL} />
      </td>
      {isNarrow ? null : (
        <td className="pe-3 text-end text-ink-2">
          <PaintedText name="total" className={CELL} />
        </td>
      )}
    </tr>
  );
}

/** Of the row's height: what stands in it changes the size of nothing. */
const CELL = "block h-6 whitespace-nowrap [contain:size_layout] pointer-coarse:h-11";

interface MiddleProps {
  readonly market: MarketStore;
  readonly step: LevelStep;
  readonly isNarrow: boolean;
}

/** Between both sides: where it was traded last, and how far they are apart. */
function Middle({ market, step, isNarrow }: MiddleProps) {
  const row = usePaintedMarket(market, "figures", openMiddlePainter, (picture) => middleWords(picture, step));
  return (
    <tr ref={row} className="flex h-8 items-center justify-between gap-2 border-y border-line pointer-coarse:h-11">
      <td className={classNames("text-sm font-semibold whitespace-nowrap", isNarrow ? "ps-1.5" : "ps-3")}>
        <PaintedText name="last" />
      </td>
      <td colSpan={2} className={isNarrow ? "sr-only" : "pe-3 text-end text-ink-3"}>
        <PaintedText name="spread" as="bdi" />
      </td>
    </tr>
  );
}

interface MiddleWords {
  readonly last: string;
  readonly spread: string;
}

function openMiddlePainter(row: HTMLElement): Painter<MiddleWords> {
  const [last, spread] = [textIn(partOf(row, "last")), textIn(partOf(row, "spread"))];
  return (words) => {
    last(words.last);
    spread(words.spread);
  };
}

function middleWords({ market }: MarketPicture, { places }: LevelStep): MiddleWords {
  const { last = null, bid: bidText, ask: askText } = market?.ticker ?? {};
  const [bid, ask] = [Number(bidText ?? Number.NaN), Number(askText ?? Number.NaN)];
  const apart = ((ask - bid) / ask) * 100;
  const percent = () => ownNumber(apart.toFixed(apart < 1 ? 3 : 2));
  return {
    last: last === null ? t`No trades` : showPrice(last, places),
    spread: Number.isNaN(apart)
      ? t`One side is empty`
      : bid >= ask
        ? t`Prices meet`
        : t`Spread ${{ percent: percent() }} %`,
  };
}

/** One stop for the tab key on each side, and the arrows from row to row. */
function walkRows(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  const rows = [
    ...(event.currentTarget.closest("table")?.querySelectorAll<HTMLButtonElement>("button[data-level]") ?? []),
  ].filter(({ offsetParent }) => offsetParent !== null);
  const at = rows.indexOf(event.currentTarget);
  event.preventDefault();
  rows[at + (event.key === "ArrowUp" ? -1 : 1)]?.focus();
}
