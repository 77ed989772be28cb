import { baseAmount, type BookSide, groupUnit, type LevelStep } from "#pwa/parts/market-data/group-levels.ts";
import type { BookLevelRow } from "#schemas/market-data.ts";
import { PRICE_PLACES, priceText, readPrice } from "#schemas/values/price.ts";

const ONE = 10n ** BigInt(PRICE_PLACES);

/** A price in evenly spaced ones, with what stands at it. Amounts are stroops of the base asset. */
export interface Rung {
  /** The price in steps. */
  readonly at: bigint;
  readonly price: string;
  readonly bid: bigint;
  readonly ask: bigint;
}

/** The best of both sides and what was paid last, as far as there is any of it. */
export interface Touch {
  readonly bid: BookLevelRow | undefined;
  readonly ask: BookLevelRow | undefined;
  readonly last: string | null;
}

/** The step that a price belongs to, as its side counts it: a bid to the next below, an ask to the next above. */
export function rungOf(level: readonly [number, number, ...unknown[]], side: BookSide, { unit }: LevelStep): bigint {
  return groupUnit(level, side, unit) / unit;
}

/** At most so many empty rows stand between the best of both sides, where a coarser step can help it. */
const MOST_APART = 8n;

/** The finest of the steps that leaves both sides near each other: its place among them. */
export function fittingStep({ bid, ask }: Touch, steps: readonly LevelStep[]): number {
  if (bid === undefined || ask === undefined) return Math.min(1, steps.length - 1);
  const fits = (step: LevelStep) => rungOf(ask, "asks", step) - rungOf(bid, "bids", step) <= MOST_APART;
  const found = steps.findIndex(fits);
  return found === -1 ? steps.length - 1 : found;
}

/** Where the market is: between the best of both sides, at the only one, or where it was traded last. Null for nowhere. */
export function middleOf({ bid, ask, last }: Touch, step: LevelStep): bigint | null {
  const below = bid && rungOf(bid, "bids", step);
  const above = ask && rungOf(ask, "asks", step);
  if (below !== undefined && above !== undefined) return (below + above) / 2n;
  return below ?? above ?? lastRung(last, step);
}

/** The step that the last price is nearest to below. */
export function lastRung(last: string | null, { unit }: LevelStep): bigint | null {
  const price = last === null ? null : readPrice(last);
  return price === null ? null : (price.n * ONE) / (price.d * unit);
}

/**
 * The highest of `count` rows so that the market is in sight: as before, until it comes near an end; a ladder that moves with each
 * change cannot be pointed at.
 */
export function topAround(middle: bigint, count: number, former: bigint | null): bigint {
  const room = BigInt(Math.floor(count / 6));
  const size = BigInt(count);
  if (former !== null && middle <= former - room && middle >= former - size + 1n + room) return former;
  return atLeastOnce(middle + size / 2n, count);
}

/** A price of nothing is none: the lowest row is one step. */
export function atLeastOnce(top: bigint, count: number): bigint {
  const lowest = BigInt(count);
  return top < lowest ? lowest : top;
}

/** Evenly spaced prices from `top` down, with what is offered at each. */
export function rungsOf(
  bids: readonly BookLevelRow[],
  asks: readonly BookLevelRow[],
  step: LevelStep,
  top: bigint,
  count: number,
): readonly Rung[] {
  const bottom = top - BigInt(count) + 1n;
  const bidAt = amountsBetween(bids, "bids", step, bottom, top);
  const askAt = amountsBetween(asks, "asks", step, bottom, top);
  return Array.from({ length: count }, (_, index) => {
    const at = top - BigInt(index);
    return { at, price: priceOfRung(at, step), bid: bidAt.get(at) ?? 0n, ask: askAt.get(at) ?? 0n };
  });
}

function amountsBetween(
  levels: readonly BookLevelRow[],
  side: BookSide,
  step: LevelStep,
  bottom: bigint,
  top: bigint,
): ReadonlyMap<bigint, bigint> {
  const amounts = new Map<bigint, bigint>();
  for (const level of levels) {
    const at = rungOf(level, side, step);
    // The best come first: what follows is further away still.
    if (side === "asks" ? at > top : at < bottom) break;
    if (at <= top && at >= bottom) amounts.set(at, (amounts.get(at) ?? 0n) + baseAmount(level, side));
  }
  return amounts;
}

/** A price of a ladder with as many places as its step has. */
export function priceOfRung(at: bigint, { unit, places }: LevelStep): string {
  const [whole = "0", fraction = ""] = (priceText(at * unit, ONE) ?? "0").split(".");
  return places === 0 ? whole : `${whole}.${fraction.padEnd(places, "0")}`;
}
