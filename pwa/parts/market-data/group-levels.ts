import type { BookLevelRow } from "#schemas/market-data.ts";
import { PRICE_PLACES } from "#schemas/values/price.ts";

/** Prices are compared in units of the smallest that the ledger can name. */
const UNIT = 10n ** BigInt(PRICE_PLACES);
/** How many figures of a price count in each grouping, the finest first. */
const FIGURES = [6, 5, 4, 3] as const;

/** A width of price levels: `unit` in 10^-18, and how many places a price on such a level has. */
export interface LevelStep {
  readonly unit: bigint;
  readonly places: number;
  /** "0.001". */
  readonly text: string;
}

/** One row of a book: everything that is offered from the row before up to this price. Amounts are stroops of the base asset. */
export interface LevelGroup {
  /** Whoever asks for this price may take all of it. */
  readonly price: string;
  readonly amount: bigint;
  /** With all that is better. */
  readonly total: bigint;
  /** The exact price of the level in 10^-18. */
  readonly unit: bigint;
}

export type BookSide = "bids" | "asks";

/** The groupings that fit a price, the finest first. */
export function stepsFor(price: number): readonly LevelStep[] {
  const magnitude = Number.isFinite(price) && price > 0 ? Math.floor(Math.log10(price)) : 0;
  return FIGURES.map((figures) => stepOf(magnitude - figures + 1));
}

function stepOf(exponent: number): LevelStep {
  const bounded = Math.max(-PRICE_PLACES, exponent);
  const places = Math.max(0, -bounded);
  return {
    unit: 10n ** BigInt(PRICE_PLACES + bounded),
    places,
    text: bounded >= 0 ? `1${"0".repeat(bounded)}` : `0.${"1".padStart(places, "0")}`,
  };
}

/**
 * The best levels of a side, put together by `step`: bids at the next price below, asks at the next above, so that an order at
 * the price of a row takes all of the row.
 */
export function groupLevels(
  levels: readonly BookLevelRow[],
  side: BookSide,
  step: LevelStep,
  limit: number,
): readonly LevelGroup[] {
  const groups: { unit: bigint; amount: bigint }[] = [];
  for (const level of levels) {
    const unit = groupUnit(level, side, step.unit);
    const last = groups.at(-1);
    if (last?.unit === unit) last.amount += baseAmount(level, side);
    else if (groups.length === limit) break;
    else groups.push({ unit, amount: baseAmount(level, side) });
  }
  let total = 0n;
  return groups.map(({ unit, amount }) => {
    total += amount;
    return { unit, price: priceAt(unit, step.places), amount, total };
  });
}

/** The group that an exact price belongs to, in 10^-18. */
export function groupUnit([n, d]: readonly [number, number, ...unknown[]], side: BookSide, unit: bigint): bigint {
  const scaled = BigInt(n) * UNIT;
  const width = BigInt(d) * unit;
  const below = scaled / width;
  if (side === "asks") return scaled % width === 0n ? below * unit : (below + 1n) * unit;
  // A bid far below the step is not a bid for nothing.
  return below === 0n ? scaled / BigInt(d) : below * unit;
}

/** What a level comes to in stroops of the base asset: an ask gives it, a bid pays for it in the quote asset. */
export function baseAmount([n, d, text]: BookLevelRow, side: BookSide): bigint {
  const stroops = BigInt(text.replace(".", ""));
  return side === "asks" ? stroops : (stroops * BigInt(d)) / BigInt(n);
}

/** A price in 10^-18 with so many places, and with all it has where these do not say it. */
function priceAt(unit: bigint, places: number): string {
  const digits = unit.toString().padStart(PRICE_PLACES + 1, "0");
  const whole = digits.slice(0, -PRICE_PLACES);
  const fraction = digits.slice(-PRICE_PLACES);
  const said = /[1-9]/.test(fraction.slice(places)) ? fraction.replace(/0+$/, "") : fraction.slice(0, places);
  return said === "" ? whole : `${whole}.${said}`;
}
