import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type CSSProperties, type KeyboardEvent, memo, useMemo, useState } from "react";
import { amountPlaces, showFitting, showPrice } from "#pwa/parts/market-data/figures.ts";
import {
  type BookSide,
  groupLevels,
  groupUnit,
  type LevelGroup,
  type LevelStep,
  stepsFor,
} from "#pwa/parts/market-data/group-levels.ts";
import type { MarketPicture, MarketStore } from "#pwa/parts/market-data/market-store.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { useMarketPart } from "#pwa/parts/market-data/use-market.ts";
import { classNames } from "#pwa/ui/class-names.ts";
import { CONTROL_LOOK } from "#pwa/ui/field.tsx";
import type { BookLevelRow, PairQuery, Ticker } from "#schemas/market-data.ts";
import type { SeenOrder } from "./seen-order.ts";
import { ownNumber } from "#pwa/ui/own-formats.ts";

/** Rows of each side, where nobody asks for more; a finger needs so much room that there are fewer. */
const ROWS = 12;
const COARSE_ROWS = 7;
const NO_LEVELS: BookLevelRow[] = [];

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
  const bids = useMarketPart(market, bidsOf, "book");
  const asks = useMarketPart(market, asksOf, "book");
  const [chosen, setChosen] = useState(0);
  const magnitude = Math.floor(Math.log10(around));
  const steps = useMemo(() => stepsFor(10 ** magnitude), [magnitude]);
  const step = steps[chosen];
  const places = amountPlaces(around);
  const ownUnits = useMemo(() => (step === undefined ? null : unitsOf(own, step)), [own, step]);
  if (step === undefined || ownUnits === null) return null;
  const above = groupLevels(asks, "asks", step, rows);
  const below = groupLevels(bids, "bids", step, rows);
  const widest = largest(above.at(-1)?.total, below.at(-1)?.total);
  const shown = { places, pricePlaces: step.places, widest, ownUnits, onPrice, isNarrow };
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
          dir="ltr"
          className="numeric block w-full min-w-min text-xs"
          style={columnFor(above, below, step.places)}
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
            {fill(above, rows)
              .map((group, index) => <BookRow key={index} side="asks" index={index} group={group} {...shown} />)
              .toReversed()}
          </tbody>
          <tbody className="block">
            <Middle market={market} step={step} isNarrow={isNarrow} />
          </tbody>
          <tbody aria-label={t`Buy offers`} className="block">
            {fill(below, rows).map((group, index) => (
              <BookRow key={index} side="bids" index={index} group={group} {...shown} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function bidsOf({ market }: MarketPicture): readonly BookLevelRow[] {
  return market?.bids ?? NO_LEVELS;
}

function asksOf({ market }: MarketPicture): readonly BookLevelRow[] {
  return market?.asks ?? NO_LEVELS;
}

function tickerOf({ market }: MarketPicture): Ticker | null {
  return market?.ticker ?? null;
}

/** As many rows as there are places, so that nothing below moves. */
function fill(groups: readonly LevelGroup[], rows: number): readonly (LevelGroup | null)[] {
  return Array.from({ length: rows }, (_, index) => groups[index] ?? null);
}

function largest(left = 0n, right = 0n): bigint {
  return left > right ? left : right;
}

/** Where one's own orders stand, side by side with the groups of the book. */
function unitsOf(own: readonly SeenOrder[], { unit }: LevelStep): ReadonlySet<string> {
  return new Set(
    own.map(({ side, price: { n, d } }) => {
      const bookSide = side === "buy" ? "bids" : "asks";
      return `${bookSide} ${groupUnit([n, d], bookSide, unit)}`;
    }),
  );
}

interface RowsShown {
  readonly places: number;
  readonly pricePlaces: number;
  readonly widest: bigint;
  readonly ownUnits: ReadonlySet<string>;
  readonly onPrice: (price: string) => void;
  readonly isNarrow: boolean;
}

interface BookRowProps extends RowsShown {
  readonly side: BookSide;
  readonly index: number;
  readonly group: LevelGroup | null;
}

function BookRow({ side, index, group, places, pricePlaces, widest, ownUnits, onPrice, isNarrow }: BookRowProps) {
  return (
    <BookLine
      side={side}
      isBest={index === 0}
      isFar={index >= COARSE_ROWS}
      price={group === null ? "" : group.price}
      priceText={group === null ? "" : shownPrice(group.price, pricePlaces)}
      amount={group === null ? "" : showFitting(group.amount, places)}
      total={group === null ? "" : showFitting(group.total, places)}
      share={group === null || widest === 0n ? 0 : Number((group.total * 100n) / widest)}
      isOwn={group !== null && ownUnits.has(`${side} ${group.unit}`)}
      onPrice={onPrice}
      isNarrow={isNarrow}
    />
  );
}

/** Prices have as much room as the longest of them needs, and both amounts the same. */
const COLUMNS = "grid grid-cols-[minmax(var(--price-room),1.2fr)_minmax(4rem,1fr)_minmax(4.5rem,1fr)] gap-x-1";
const TWO_COLUMNS = "grid grid-cols-[minmax(var(--price-room),1.2fr)_minmax(3.5rem,1fr)]";

function columnFor(above: readonly LevelGroup[], below: readonly LevelGroup[], places: number): CSSProperties {
  const longest = [...above, ...below].reduce((most, { price }) => Math.max(most, shownPrice(price, places).length), 0);
  return { "--price-room": `calc(${longest}ch + 0.75rem)` };
}

function shownPrice(price: string, places: number): string {
  return showPrice(price, Math.max(places, placesIn(price)));
}

function placesIn(price: string): number {
  return price.split(".")[1]?.length ?? 0;
}

interface BookLineProps {
  readonly side: BookSide;
  readonly isBest: boolean;
  readonly isFar: boolean;
  readonly price: string;
  readonly priceText: string;
  readonly amount: string;
  readonly total: string;
  /** Of the widest bar, in percent. */
  readonly share: number;
  readonly isOwn: boolean;
  readonly onPrice: (price: string) => void;
  readonly isNarrow: boolean;
}

/** Plain values only, so that a row whose figures stayed is not drawn again. */
const BookLine = memo(function BookLine(props: BookLineProps) {
  const { side, isBest, isFar, price, priceText, amount, total, share, isOwn, onPrice, isNarrow } = props;
  const isAsk = side === "asks";
  return (
    <tr
      className={classNames(
        // Each row is laid out and drawn by itself, and its bar is a background: a moving book costs a phone little.
        isNarrow ? TWO_COLUMNS : COLUMNS,
        "h-6 items-center bg-linear-to-l bg-right bg-no-repeat contain-strict pointer-coarse:h-11",
        isAsk ? "from-down-soft to-down-soft" : "from-up-soft to-up-soft",
        isFar && "pointer-coarse:hidden",
        price !== "" && "hover:bg-surface-2",
      )}
      style={{ backgroundSize: `${share}% 100%` }}
    >
      <td className={classNames("relative", isNarrow ? "ps-1.5" : "ps-3")}>
        {isOwn ? (
          <span
            aria-hidden="true"
            className="absolute top-1/2 start-0 size-1.5 -translate-y-1/2 rounded-full bg-brass"
          />
        ) : null}
        {price === "" ? null : (
          <button
            type="button"
            data-level={side}
            tabIndex={isBest ? 0 : -1}
            aria-label={lineWords(isAsk, price, isOwn)}
            onClick={() => onPrice(price)}
            onKeyDown={walkRows}
            className={classNames(
              "block w-full text-start font-medium whitespace-nowrap after:absolute after:inset-y-0 after:start-0 after:w-64",
              isAsk ? "text-down" : "text-up",
            )}
          >
            {priceText}
          </button>
        )}
      </td>
      <td className={classNames("text-end whitespace-nowrap", isNarrow && "pe-2")}>{amount}</td>
      {isNarrow ? null : <td className="pe-3 text-end whitespace-nowrap text-ink-2">{total}</td>}
    </tr>
  );
});

function lineWords(isAsk: boolean, price: string, isOwn: boolean): string {
  if (isAsk)
    return isOwn
      ? t`Sell offers at ${price}, yours among them: use this price`
      : t`Sell offers at ${price}: use this price`;
  return isOwn
    ? t`Buy offers at ${price}, yours among them: use this price`
    : t`Buy offers at ${price}: use this price`;
}

interface MiddleProps {
  readonly market: MarketStore;
  readonly step: LevelStep;
  readonly isNarrow: boolean;
}

/** Between both sides: where it was traded last, and how far they are apart. */
function Middle({ market, step, isNarrow }: MiddleProps) {
  const ticker = useMarketPart(market, tickerOf);
  const [bid, ask] = [Number(ticker?.bid ?? Number.NaN), Number(ticker?.ask ?? Number.NaN)];
  const isCrossed = bid >= ask;
  const apart = ((ask - bid) / ask) * 100;
  return (
    <tr
      className={classNames(
        "flex h-8 items-center justify-between gap-2 border-y border-line pointer-coarse:h-11",
        isNarrow ? "px-1.5" : "px-3",
      )}
    >
      <td className="text-sm font-semibold whitespace-nowrap">
        {ticker?.last == null ? t`No trades` : showPrice(ticker.last, step.places)}
      </td>
      <td colSpan={2} className={isNarrow ? "sr-only" : "text-end text-ink-3"}>
        <bdi>
          {Number.isNaN(apart)
            ? t`One side is empty`
            : isCrossed
              ? t`Prices meet`
              : t`Spread ${{ percent: ownNumber(apart.toFixed(apart < 1 ? 3 : 2)) }} %`}
        </bdi>
      </td>
    </tr>
  );
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
