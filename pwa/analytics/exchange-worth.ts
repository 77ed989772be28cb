import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { mulDiv } from "#schemas/values/money.ts";
import { poolOfKey } from "#pwa/parts/journal/asset-words.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import { priceAt, type PriceLine, worthAtPrice } from "./price-line.ts";

/** What each leg of an exchange counts at, in ten-millionths of a dollar. */
export type LegWorths = ReadonlyMap<Entry, bigint>;

/**
 * What the legs of one exchange count at: both sides of it the same, since that is what was paid. The worth is that of the leg
 * whose price is the surest: the dollar's, then XLM's, then whichever has a price at that time. Null where none has.
 *
 * Into a pool and out of it both assets go at the pool's own ratio, each of the same worth, and the share is what they are together.
 */
export function worthsOf(legs: readonly Entry[], lines: ReadonlyMap<string, PriceLine>): LegWorths | null {
  const share = legs.find(({ asset }) => poolOfKey(asset) !== null);
  const priced = (leg: Entry) => pricedWorth(leg, lines);
  if (share !== undefined) return poolWorths(legs, share, lines);
  const [given, got] = [legs.filter(({ change }) => change < 0n), legs.filter(({ change }) => change > 0n)];
  const sides = [given, got].map((side) => ({ side, worths: side.map(priced), sureness: surenessOf(side, lines) }));
  const [surest] = sides
    .filter(({ side, worths }) => side.length > 0 && worths.every(isKnown))
    .toSorted((left, right) => right.sureness - left.sureness);
  const other = sides.find(({ side }) => side !== surest?.side);
  if (surest === undefined || other === undefined) return null;
  const known = surest.worths.filter(isKnown);
  const whole = known.reduce((sum, worth) => sum + worth, 0n);
  return new Map([
    ...surest.side.map((leg, index) => [leg, known[index] ?? 0n] as const),
    ...shared(whole, other.side, other.worths),
  ]);
}

function poolWorths(legs: readonly Entry[], share: Entry, lines: ReadonlyMap<string, PriceLine>): LegWorths | null {
  const assets = legs.filter((leg) => leg !== share);
  const surest = assets
    .flatMap((leg) => {
      const worth = pricedWorth(leg, lines);
      return worth === null ? [] : [{ worth, sureness: surenessOf([leg], lines) }];
    })
    .toSorted((left, right) => right.sureness - left.sureness)[0];
  if (surest === undefined) return null;
  return new Map([
    ...assets.map((leg) => [leg, surest.worth] as const),
    [share, surest.worth * BigInt(assets.length)] as const,
  ]);
}

/** Shares a worth among the legs of a side as the prices of the time would, or evenly where one of them is not known. */
function shared(
  whole: bigint,
  side: readonly Entry[],
  worths: readonly (bigint | null)[],
): (readonly [Entry, bigint])[] {
  const known = worths.every(isKnown) ? worths.filter(isKnown) : [];
  const sum = known.reduce((total, worth) => total + worth, 0n);
  let left = whole;
  return side.map((leg, index) => {
    const isLast = index === side.length - 1;
    const part = sum > 0n ? mulDiv(whole, known[index] ?? 0n, sum, "down") : whole / BigInt(side.length);
    const worth = isLast ? left : part;
    left -= worth;
    return [leg, worth] as const;
  });
}

function pricedWorth({ asset, atMs, change }: Entry, lines: ReadonlyMap<string, PriceLine>): bigint | null {
  const price = priceAt(lines.get(asset) ?? [], atMs);
  return price === null ? null : worthAtPrice(change < 0n ? -change : change, price);
}

function surenessOf(side: readonly Entry[], lines: ReadonlyMap<string, PriceLine>): number {
  const assets = side.map(({ asset }) => asset);
  if (assets.some((asset) => isDollar(lines.get(asset) ?? []))) return 2;
  return assets.includes(NATIVE_CODE) ? 1 : 0;
}

/** What all prices are counted in was worth one of itself whenever it was told. */
function isDollar(line: PriceLine): boolean {
  return line.length > 0 && line.every(({ n, d }) => n === d);
}

function isKnown(worth: bigint | null): worth is bigint {
  return worth !== null;
}
