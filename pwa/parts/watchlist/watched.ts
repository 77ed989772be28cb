import { pairKey } from "#pwa/parts/market-data/pair.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import type { PairQuery, Ticker } from "#schemas/market-data.ts";
import { priceText, readPrice } from "#schemas/values/price.ts";

export type Watched = LocalRow<"watchlist">;

/** What is followed: an asset by itself where `quote` is empty. */
export type WatchedThing = PairQuery;

/** In the order of their places, each thing once: two devices may have begun to follow the same. */
export function inPlaces(rows: readonly Watched[]): readonly Watched[] {
  const sorted = rows.toSorted((left, right) => left.place - right.place || (left.uid < right.uid ? -1 : 1));
  const seen = new Set<string>();
  return sorted.filter((row) => {
    const key = pairKey(row);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** All rows of one thing. */
export function rowsOf(rows: readonly Watched[], thing: WatchedThing): readonly Watched[] {
  const key = pairKey(thing);
  return rows.filter((row) => pairKey(row) === key);
}

/** The new places of the rows that change theirs, once one of them has moved by so many. */
export function afterMove(
  rows: readonly Watched[],
  uid: string,
  by: number,
): readonly { readonly uid: string; readonly place: number }[] {
  const from = rows.findIndex((row) => row.uid === uid);
  const to = Math.max(0, Math.min(rows.length - 1, from + by));
  const [moved] = rows.slice(from, from + 1);
  if (moved === undefined || from === to) return [];
  const others = rows.filter((row) => row !== moved);
  const next = [...others.slice(0, to), moved, ...others.slice(to)];
  return next.flatMap((row, place) => (row.place === place ? [] : [{ uid: row.uid, place }]));
}

export interface PairFigures {
  readonly last: string | null;
  readonly bid: string | null;
  readonly ask: string | null;
  /** In percent with two places. */
  readonly change: string | null;
}

/** What a pair did, whichever way round it is told; null where it is not among those that are listed. */
export function figuresOf(tickers: readonly Ticker[], { base, quote }: PairQuery): PairFigures | null {
  const told = tickers.find((ticker) => ticker.base === base && ticker.quote === quote);
  if (told !== undefined) return told;
  const back = tickers.find((ticker) => ticker.base === quote && ticker.quote === base);
  if (back === undefined) return null;
  const { last, bid, ask, change } = back;
  return { last: turned(last), bid: turned(ask), ask: turned(bid), change: turnedChange(change) };
}

function turned(price: string | null): string | null {
  const exact = price === null ? null : readPrice(price);
  return exact === null ? null : priceText(exact.d, exact.n);
}

/** What fell by a half is, seen from its other side, twice as much. */
function turnedChange(change: string | null): string | null {
  if (change === null) return null;
  const factor = 1 + Number(change) / 100;
  return factor <= 0 ? null : ((1 / factor - 1) * 100).toFixed(2);
}
