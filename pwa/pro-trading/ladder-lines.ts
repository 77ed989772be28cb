import { showFitting, showPrice } from "#pwa/parts/market-data/figures.ts";
import type { BookSide, LevelStep } from "#pwa/parts/market-data/group-levels.ts";
import type { MarketPicture } from "#pwa/parts/market-data/market-store.ts";
import type { SeenOrder } from "#pwa/trade/door.ts";
import type { BookLevelRow } from "#schemas/market-data.ts";
import { lastRung, middleOf, rungOf, rungsOf } from "./ladder.ts";

const NO_LEVELS: BookLevelRow[] = [];

/** A price of a ladder as it is shown. */
export interface LadderLine {
  /** As it is taken into the form. */
  readonly price: string;
  readonly priceText: string;
  /** Empty for nothing. */
  readonly bid: string;
  readonly ask: string;
  /** Of the largest amount in sight, in percent. */
  readonly bidShare: number;
  readonly askShare: number;
  readonly isOwnBid: boolean;
  readonly isOwnAsk: boolean;
  /** Whether it was traded here last. */
  readonly isLast: boolean;
}

/** Where the market stands, in steps; null for nowhere. */
export function middleIn({ market }: MarketPicture, step: LevelStep): bigint | null {
  return middleOf({ bid: market?.bids[0], ask: market?.asks[0], last: market?.ticker.last ?? null }, step);
}

/** Where one's own orders stand, side by side with the prices of the ladder. */
export function ownRungsOf(own: readonly SeenOrder[], step: LevelStep): ReadonlySet<string> {
  return new Set(
    own.map(({ side, price: { n, d } }) => {
      const bookSide: BookSide = side === "buy" ? "bids" : "asks";
      return `${bookSide} ${rungOf([n, d], bookSide, step)}`;
    }),
  );
}

export interface LadderView {
  readonly step: LevelStep;
  readonly rows: number;
  /** Of an amount. */
  readonly places: number;
  /** From {@link ownRungsOf}. */
  readonly ownRungs: ReadonlySet<string>;
}

/** What the rows of a ladder say from its highest price down. */
export function linesIn(
  { market }: MarketPicture,
  top: bigint | null,
  { step, rows, places, ownRungs }: LadderView,
): readonly LadderLine[] {
  if (top === null) return [];
  const rungs = rungsOf(market?.bids ?? NO_LEVELS, market?.asks ?? NO_LEVELS, step, top, rows);
  const widest = rungs.reduce((most, { bid, ask }) => (bid > most ? bid : ask > most ? ask : most), 0n);
  const lastAt = lastRung(market?.ticker.last ?? null, step);
  const share = (amount: bigint) => (widest === 0n ? 0 : Number((amount * 100n) / widest));
  const text = (amount: bigint) => (amount === 0n ? "" : showFitting(amount, places));
  return rungs.map(({ at, price, bid, ask }) => ({
    price,
    priceText: showPrice(price, step.places),
    bid: text(bid),
    ask: text(ask),
    bidShare: share(bid),
    askShare: share(ask),
    isOwnBid: ownRungs.has(`bids ${at}`),
    isOwnAsk: ownRungs.has(`asks ${at}`),
    isLast: at === lastAt,
  }));
}
