import { isSamePair } from "#pwa/parts/market-data/pair.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import type { StandingRow } from "./standing-state.tsx";
import { isStanding } from "./standing-words.ts";

/** Those of a pair, whichever way round it is looked at, or all: what still stands, the newest first, and what is over, the last first. */
export function standingIn(
  rows: readonly StandingRow[],
  pair: PairQuery | null,
): { readonly current: readonly StandingRow[]; readonly past: readonly StandingRow[] } {
  const seen = pair === null ? rows : rows.filter(({ terms }) => isSamePair(terms, pair));
  return {
    current: seen.filter(isStanding).toSorted((one, other) => (one.placedAt < other.placedAt ? 1 : -1)),
    past: seen.filter((row) => !isStanding(row)).toSorted((one, other) => (one.changedAt < other.changedAt ? 1 : -1)),
  };
}
