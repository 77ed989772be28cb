import { showFitting, showPrice } from "#pwa/parts/market-data/figures.ts";
import {
  type BookSide,
  groupLevels,
  groupUnit,
  type LevelGroup,
  type LevelStep,
} from "#pwa/parts/market-data/group-levels.ts";
import type { BookLevelRow } from "#schemas/market-data.ts";
import type { SeenOrder } from "./seen-order.ts";

/** One row of a book as it is shown. */
export interface BookLine {
  /** As it is taken into the form. */
  readonly price: string;
  readonly priceText: string;
  readonly amount: string;
  readonly total: string;
  /** Of the widest bar, in percent. */
  readonly share: number;
  /** Whether an order of one's own stands there. */
  readonly isOwn: boolean;
}

/** Both sides of a book, the best first. */
export interface BookLines {
  readonly asks: readonly BookLine[];
  readonly bids: readonly BookLine[];
  /** Letters of the longest price. */
  readonly priceLength: number;
}

export interface BookView {
  readonly step: LevelStep;
  /** Of each side, at most. */
  readonly rows: number;
  /** Places of an amount. */
  readonly places: number;
  /** From {@link unitsOf}. */
  readonly ownUnits: ReadonlySet<string>;
}

/** What the rows of a book say. */
export function bookLines(asks: readonly BookLevelRow[], bids: readonly BookLevelRow[], view: BookView): BookLines {
  const above = groupLevels(asks, "asks", view.step, view.rows);
  const below = groupLevels(bids, "bids", view.step, view.rows);
  const widest = largest(above.at(-1)?.total, below.at(-1)?.total);
  const lines = {
    asks: above.map((group) => lineOf(group, "asks", widest, view)),
    bids: below.map((group) => lineOf(group, "bids", widest, view)),
  };
  const priceLength = [...lines.asks, ...lines.bids].reduce(
    (most, { priceText }) => Math.max(most, priceText.length),
    0,
  );
  return { ...lines, priceLength };
}

/** Where one's own orders stand, side by side with the groups of the book. */
export function unitsOf(own: readonly SeenOrder[], { unit }: LevelStep): ReadonlySet<string> {
  return new Set(
    own.map(({ side, price: { n, d } }) => {
      const bookSide = side === "buy" ? "bids" : "asks";
      return `${bookSide} ${groupUnit([n, d], bookSide, unit)}`;
    }),
  );
}

function lineOf(group: LevelGroup, side: BookSide, widest: bigint, { step, places, ownUnits }: BookView): BookLine {
  const { price, amount, total, unit } = group;
  return {
    price,
    priceText: showPrice(price, Math.max(step.places, placesIn(price))),
    amount: showFitting(amount, places),
    total: showFitting(total, places),
    share: widest === 0n ? 0 : Number((total * 100n) / widest),
    isOwn: ownUnits.size > 0 && ownUnits.has(`${side} ${unit}`),
  };
}

function largest(left = 0n, right = 0n): bigint {
  return left > right ? left : right;
}

function placesIn(price: string): number {
  return price.split(".")[1]?.length ?? 0;
}
