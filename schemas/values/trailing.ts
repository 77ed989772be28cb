import { mulDiv } from "./money.ts";
import { PRICE_PLACES, readPrice } from "./price.ts";

/** What a trailing stop goes by; parts are hundredths of a percent. */
export interface Trailing {
  readonly side: "buy" | "sell";
  /** How far behind the best price seen its trigger stays. */
  readonly trail: number;
  /** How far beyond its trigger its limit is. */
  readonly limitOffset: number;
  /** From which price on it follows; null for any. */
  readonly activationPrice: string | null;
}

interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** Its trigger moves on in steps of so small a part of the trail: a hundred thousand of them could not be written at every ledger. */
export const TRAIL_STEPS = 20;
const WHOLE = 10_000n;
const UNIT = 10n ** BigInt(PRICE_PLACES);
/** Of a text of a price, in its smallest places. */
const MOST = 10n ** BigInt(20 + PRICE_PLACES) - 1n;

/**
 * The mark after a ledger left `seen` as the best price at which one could trade: the highest bid of whoever sells, the lowest ask of
 * whoever buys, null until it follows. It depends on the mark and on `seen` alone, so that it is the same wherever a process
 * began again, and never goes back. It moves on once `seen` is beyond it by a step, a twentieth of the trail.
 */
export function markAfter(trailing: Trailing, mark: string | null, seen: Fraction): string | null {
  const isSelling = trailing.side === "sell";
  const at = clamped(mulDiv(seen.n, UNIT, seen.d, isSelling ? "down" : "up"));
  const next = nextUnits(trailing, mark);
  return (isSelling ? at >= next : at <= next) ? textOf(at) : mark;
}

/** The price from which on the mark moves: at or above it for whoever sells, at or below it for whoever buys. */
export function nextMark(trailing: Trailing, mark: string | null): Fraction {
  return { n: nextUnits(trailing, mark), d: UNIT };
}

function nextUnits({ side, trail, activationPrice }: Trailing, mark: string | null): bigint {
  const isSelling = side === "sell";
  if (mark === null) return activationPrice === null ? (isSelling ? 1n : MOST) : unitsOf(activationPrice);
  const at = unitsOf(mark);
  const whole = WHOLE * BigInt(TRAIL_STEPS);
  return mulDiv(at, isSelling ? whole + BigInt(trail) : whole - BigInt(trail), whole, isSelling ? "up" : "down");
}

/** The trigger that belongs to a mark: the trail below it for whoever sells, above it for whoever buys. */
export function triggerAt({ side, trail }: Pick<Trailing, "side" | "trail">, mark: string): string {
  return textOf(beyond(side, unitsOf(mark), trail));
}

/** The limit of the order that a trigger places. */
export function limitAt({ side, limitOffset }: Pick<Trailing, "side" | "limitOffset">, trigger: string): string {
  return textOf(beyond(side, unitsOf(trigger), limitOffset));
}

/** So much worse than a price for whoever trades on that side; what lies between two texts is the worse one, so that nothing is early. */
function beyond(side: Trailing["side"], at: bigint, part: number): bigint {
  const isSelling = side === "sell";
  const left = isSelling ? WHOLE - BigInt(part) : WHOLE + BigInt(part);
  return clamped(mulDiv(at, left, WHOLE, isSelling ? "down" : "up"));
}

function unitsOf(text: string): bigint {
  const price = readPrice(text);
  if (!price) throw new RangeError("a stored price is none");
  return (price.n * UNIT) / price.d;
}

function textOf(units: bigint): string {
  const digits = units.toString().padStart(PRICE_PLACES + 1, "0");
  const fraction = digits.slice(-PRICE_PLACES).replace(/0+$/, "");
  const whole = digits.slice(0, -PRICE_PLACES);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** What a text can say. */
function clamped(units: bigint): bigint {
  if (units < 1n) return 1n;
  return units > MOST ? MOST : units;
}
