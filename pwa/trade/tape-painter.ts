import { t } from "@lingui/core/macro";
import { pricePlaces, amountPlaces, showFitting, showPrice, stroopsOf } from "#pwa/parts/market-data/figures.ts";
import type { Painter } from "#pwa/parts/painting/use-painter.ts";
import { attributeOf, partOf, partsOf, presenceOf, textIn } from "#pwa/parts/painting/write.ts";
import { formatClock, formatDay } from "#pwa/ui/format.ts";
import type { MarketTrade } from "#schemas/market-data.ts";

/** What was traded, the newest first. */
export interface Tape {
  readonly trades: readonly MarketTrade[];
  /** A price around which the pair trades. */
  readonly around: number;
}

interface Row {
  readonly element: HTMLElement;
  readonly paint: Painter<Shown | null>;
  id: string | null;
}

interface Shown {
  readonly trade: MarketTrade;
  readonly around: number;
}

/** Writes trades into the rows of a table's body, each a `data-trade`. What is new takes the rows that are over, and only these are written. */
export function openTapePainter(body: HTMLElement): Painter<Tape> {
  let rows: readonly Row[] = partsOf(body, "trade").map((element) => ({ element, paint: openRow(element), id: null }));
  return ({ trades, around }) => {
    const fresh = rows[0] === undefined ? 0 : trades.findIndex(({ id }) => id === rows[0]?.id);
    if (fresh > 0) {
      const over = rows.slice(-fresh);
      body.prepend(...over.map(({ element }) => element));
      rows = [...over, ...rows.slice(0, -fresh)];
    }
    for (const [index, row] of rows.entries()) {
      const trade = trades[index];
      row.id = trade?.id ?? null;
      row.paint(trade === undefined ? null : { trade, around });
    }
  };
}

function openRow(row: HTMLElement): Painter<Shown | null> {
  const [isThere, side] = [presenceOf(row), attributeOf(row, "data-side")];
  const [said, price, amount] = [partOf(row, "said"), partOf(row, "price"), partOf(row, "amount")].map((each) =>
    textIn(each),
  );
  const time = partOf(row, "time");
  const [clock, at] = [textIn(time), attributeOf(time, "datetime")];
  let drawn: Shown | null = null;
  return (shown) => {
    isThere(shown !== null);
    if (shown === null || (drawn?.trade === shown.trade && drawn.around === shown.around)) return;
    drawn = shown;
    const { trade, around } = shown;
    const text = showPrice(trade.price, pricePlaces(around));
    side(trade.side);
    said?.(trade.side === "buy" ? t`Bought at ${{ price: text }}` : t`Sold at ${{ price: text }}`);
    price?.(text);
    amount?.(showFitting(stroopsOf(trade.baseAmount), amountPlaces(around)));
    clock(timeOfDay(trade.at));
    at(trade.at);
  };
}

const DAY_MS = 24 * 60 * 60_000;

/** The time of day, or the day where that is long ago. */
function timeOfDay(at: string): string {
  const atMs = Date.parse(at);
  return performance.timeOrigin + performance.now() - atMs < DAY_MS ? formatClock(atMs) : formatDay(atMs);
}
