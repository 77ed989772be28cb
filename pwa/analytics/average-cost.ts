import { mulDiv } from "#schemas/values/money.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import { nextPrice, priceAt, type PriceLine, worthAtPrice } from "./price-line.ts";

/**
 * A holding by average cost. All worths in ten-millionths of a dollar. What comes in is bought at the price of its time, what
 * goes out is sold at it, and what is exchanged at what the exchange paid. A fee is sold for nothing: what it had cost is a loss.
 */
export interface Position {
  /** Stroops. */
  readonly held: bigint;
  /** What the part still held has cost. */
  readonly cost: bigint;
  readonly bought: bigint;
  readonly sold: bigint;
  /** Gains of what was sold, less losses. */
  readonly realised: bigint;
  /** From when on it is counted; null from its beginning. What was held then is counted as bought then. */
  readonly sinceMs: number | null;
  /** Since when nobody can say what it cost: no price was known, or it is unclear what happened. Null where all is known. */
  readonly unknownSinceMs: number | null;
}

/**
 * A position with what it is worth now. Always `realised + unrealised = value - (bought - sold)`. Over all positions what was
 * exchanged cancels out, so that what came in, less what went out, and the gains are the value.
 */
export interface Gain extends Position {
  readonly value: bigint;
  readonly unrealised: bigint;
}

export const NOTHING_HELD: Position = {
  held: 0n,
  cost: 0n,
  bought: 0n,
  sold: 0n,
  realised: 0n,
  sinceMs: null,
  unknownSinceMs: null,
};

/**
 * The position after one more entry of its asset; entries come in the order of time. `paid` is what its size counts at: of an
 * exchange what that paid, else by the price of the time.
 */
export function afterEntry(
  position: Position,
  entry: Entry,
  line: PriceLine,
  paid: bigint | null = paidFor(entry, line),
): Position {
  const opened = openedBy(position, line, entry.atMs);
  const held = opened.held + entry.change;
  // An asset of which more went than ever came has a past that is not here.
  if (paid === null || entry.kind === "unclear" || held < 0n || opened.unknownSinceMs !== null)
    return { ...NOTHING_HELD, held, unknownSinceMs: entry.atMs };
  return entry.change >= 0n ? bought(opened, entry.change, paid) : sold(opened, -entry.change, paid);
}

/** What an entry's size counts at by the price of its time; null where none is known. */
export function paidFor({ atMs, kind, change }: Entry, line: PriceLine): bigint | null {
  if (kind === "fee") return 0n;
  const price = priceAt(line, atMs);
  return price === null ? null : worthAtPrice(change < 0n ? -change : change, price);
}

/** A position that came to its end: what is left of its cost by rounding went with the last of it. */
export function closed(position: Position): Position {
  return { ...position, held: 0n, cost: 0n, realised: position.realised - position.cost };
}

/** The position as it stands at `nowMs`, worth `value`; null where what it cost is not known. */
export function gainOf(position: Position, line: PriceLine, nowMs: number, value: bigint): Gain | null {
  const opened = openedBy(position, line, nowMs);
  if (opened.unknownSinceMs !== null) return null;
  return { ...opened, value, unrealised: value - opened.cost };
}

function bought(position: Position, amount: bigint, worth: bigint): Position {
  return {
    ...position,
    held: position.held + amount,
    cost: position.cost + worth,
    bought: position.bought + worth,
  };
}

/** What is sold takes its part of the cost with it, to the last ten-millionth: no cost is ever lost by rounding. */
function sold(position: Position, amount: bigint, worth: bigint): Position {
  if (amount === 0n) return position;
  const costOfSold = mulDiv(position.cost, amount, position.held, "half-up");
  return {
    ...position,
    held: position.held - amount,
    cost: position.cost - costOfSold,
    sold: position.sold + worth,
    realised: position.realised + worth - costOfSold,
  };
}

/** A position of unknown cost begins anew at the first price told after it became so. */
export function openedBy(position: Position, line: PriceLine, atMs: number): Position {
  if (position.unknownSinceMs === null || position.held < 0n) return position;
  const price = nextPrice(line, position.unknownSinceMs);
  if (price === null || price.atMs > atMs) return position;
  const worth = worthAtPrice(position.held, price);
  return { ...NOTHING_HELD, held: position.held, cost: worth, bought: worth, sinceMs: price.atMs };
}
