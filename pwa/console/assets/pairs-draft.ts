import type { ListingOutput, SetPairsInput } from "#schemas/listing.ts";
import { isSamePair } from "#pwa/parts/market-data/pair.ts";

export type PairRow = ListingOutput["pairs"][number];
export type Pair = SetPairsInput["pairs"][number];

/** One place nearer to the front, or to the end; as it is where there is none. */
export function moved(pairs: readonly Pair[], at: number, by: 1 | -1): readonly Pair[] {
  const [one, other] = [pairs[at], pairs[at + by]];
  if (one === undefined || other === undefined) return pairs;
  return pairs.map((pair, place) => (place === at ? other : place === at + by ? one : pair));
}

export function without(pairs: readonly Pair[], gone: Pair): readonly Pair[] {
  return pairs.filter((pair) => !isSamePair(pair, gone));
}

/** At the end; null where it is there already, whichever way round, or is of one asset. */
export function withPair(pairs: readonly Pair[], pair: Pair): readonly Pair[] | null {
  if (pair.base === pair.quote || pairs.some((other) => isSamePair(other, pair))) return null;
  return [...pairs, pair];
}

export function samePairs(left: readonly Pair[], right: readonly Pair[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ base, quote }, at) => base === right[at]?.base && quote === right[at]?.quote)
  );
}
