import { formatDecimal, formatLarge } from "#pwa/ui/format.ts";

/** Places of a price, so that six of its figures count and all prices of a pair line up. */
export function pricePlaces(price: number): number {
  if (!Number.isFinite(price) || price <= 0) return 7;
  return Math.min(12, Math.max(0, 5 - Math.floor(Math.log10(price))));
}

/** Places of an amount of the base asset: what is worth more is traded in smaller parts. */
export function amountPlaces(price: number): number {
  if (price >= 1000) return 5;
  return price >= 10 ? 4 : 2;
}

/** A price as text with so many places, rounded to the nearest; for display beside others alone. */
export function showPrice(price: string, places: number): string {
  const [whole = "0", fraction = ""] = price.split(".");
  const scaled = BigInt(whole + fraction.slice(0, places).padEnd(places, "0"));
  const rounded = (fraction[places] ?? "0") >= "5" ? scaled + 1n : scaled;
  const digits = rounded.toString().padStart(places + 1, "0");
  return formatDecimal(places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`);
}

/** An amount in stroops with so many places, rounded down; what is there and rounds to nothing says so. */
export function showStroops(stroops: bigint, places: number): string {
  const unit = 10n ** BigInt(7 - places);
  const cut = stroops / unit;
  const digits = cut.toString().padStart(places + 1, "0");
  if (cut === 0n && stroops > 0n) return `<${formatDecimal(`0.${"1".padStart(places, "0")}`)}`;
  return formatDecimal(places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`);
}

/** Figures of an amount that fit a column of the book or the ladder on the narrowest screen. */
const FITTING = 6;

/**
 * An amount in stroops in at most six figures, rounded down: the larger it is, the fewer places, and from a million on in millions. For
 * columns, where a number that is cut would be another number.
 */
export function showFitting(stroops: bigint, places: number): string {
  const figures = (stroops / 10_000_000n).toString().length;
  if (figures <= FITTING) return showStroops(stroops, Math.min(places, FITTING - figures));
  const [letter, size] = UNITS.find(([, digits]) => figures > digits) ?? ["M", 6];
  const whole = stroops / 10n ** BigInt(size);
  // Four figures in all: as stroops have seven places, a million of something has them in its own unit.
  return `${showStroops(whole, Math.max(0, Math.min(2, 4 - (figures - size))))}${letter}`;
}

/** From the largest on, with the digits of one of them. */
const UNITS: readonly (readonly [letter: string, digits: number])[] = [
  ["T", 12],
  ["B", 9],
  ["M", 6],
];

/** A decimal text, of an amount or a volume, as stroops. */
export function stroopsOf(text: string): bigint {
  return BigInt(text.replace(".", ""));
}

/** Large sums in few figures: "12.3M". */
export function showLarge(text: string): string {
  return formatLarge(Number(text));
}
