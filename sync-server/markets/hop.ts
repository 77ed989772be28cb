import { poolStrictReceive, poolStrictSend } from "#schemas/values/exchange.ts";
import { BookSide, type Direction, type Resting } from "./book.ts";
import type { MarketIndex } from "./market-index.ts";

/** One exchange of a payment; amounts in stroops. `crossed` is what it counts against the limit of a payment. */
export interface Hop {
  readonly sent: bigint;
  readonly received: bigint;
  readonly via: "book" | "pool";
  readonly crossed: number;
}

/** Offers and pools that the ledger lets one payment go through. */
export const MOST_CROSSED = 1000;

/**
 * On each side of a book where a payer has offers of their own, the one that would be met first; or the side without them, as it
 * would be once they are taken back.
 */
export type OwnOffers = ReadonlyMap<BookSide, Resting | BookSide>;

/** The side that a payer comes to, and which offer of theirs stops them there. */
export function sideFor(side: BookSide | undefined, own: OwnOffers) {
  const met = side && own.get(side);
  return met instanceof BookSide ? { side: met, own: undefined } : { side, own: met };
}

/**
 * Exchanges one asset for another as the ledger does it within a path payment, after `crossed` others: all of the amount
 * through the offers or all of it through the pool, which wins ties. Null where neither can.
 */
export function exchangeHop(
  index: MarketIndex,
  direction: Direction,
  from: number,
  to: number,
  amount: bigint,
  own: OwnOffers,
  crossed: number,
): Hop | null {
  const left = MOST_CROSSED - crossed;
  if (left <= 0) return null;
  const pool = throughPool(index, direction, from, to, amount);
  const met = sideFor(index.side(from, to), own);
  const book = met.side?.cross(direction, amount, met.own, left) ?? null;
  if (book && (!pool || pool.sent * book.received > pool.received * book.sent))
    return { sent: book.sent, received: book.received, via: "book", crossed: book.offers };
  return pool && { ...pool, via: "pool", crossed: 1 };
}

function throughPool(index: MarketIndex, direction: Direction, from: number, to: number, amount: bigint) {
  const view = index.poolBetween(from, to);
  if (!view) return null;
  const { pool, reserveTo, reserveFrom } = view;
  const trade = direction === "send" ? poolStrictSend : poolStrictReceive;
  return trade(reserveTo, reserveFrom, amount, pool.feeBasisPoints) ?? null;
}
