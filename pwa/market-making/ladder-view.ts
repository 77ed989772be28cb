import type { LadderOffer } from "#schemas/market-making.ts";

/** What of a ladder is drawn: for the eye only, so that numbers do. */
export interface DrawnLadder {
  /** Null where nobody knows it: then the middle of what is drawn stands in its place. */
  readonly reference: number | null;
  readonly offers: readonly DrawnOffer[];
  /** Prices at which the pool stops; null where it has not been started. */
  readonly stops: { readonly low: number; readonly high: number } | null;
  /** The best offers of others. */
  readonly others: { readonly bid: number | null; readonly ask: number | null };
}

export interface DrawnOffer {
  readonly side: LadderOffer["side"];
  readonly price: number;
  /** Of base. */
  readonly amount: number;
}

export interface LadderBar {
  readonly side: DrawnOffer["side"];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LadderMark {
  readonly side: "low" | "high";
  readonly x: number;
  /** Whether it lies farther out than is drawn: its mark stands at the edge. */
  readonly isOutside: boolean;
}

export interface LadderView {
  readonly middle: number;
  readonly bars: readonly LadderBar[];
  readonly stops: readonly LadderMark[];
  readonly others: readonly LadderMark[];
}

/** In units of the picture. */
export const LADDER_SIZE = { width: 360, height: 132 } as const;
const EDGE = 6;
const FOOT = 120;
const TOP = 12;
const WIDEST_BAR = 14;
const LEAST_BAR = 2;
/** No part of a price is too small to be told from the price itself. */
const LEAST_SPAN = 0.0005;
/** Stops are drawn where they are unless the ladder would be lost beside them. */
const FAR = 3;
const ROOM = 1.15;

/** Where everything of a ladder is, around its reference in the middle; null where there is nothing to draw. */
export function viewOf({ reference, offers, stops, others }: DrawnLadder): LadderView | null {
  const centre = reference ?? middleOf(offers);
  if (centre === null || centre <= 0) return null;
  const apart = (price: number) => Math.abs(price - centre);
  const reach = offers.reduce((most, { price }) => Math.max(most, apart(price)), centre * LEAST_SPAN);
  const shown = stops === null ? 0 : Math.max(apart(stops.low), apart(stops.high));
  const span = ROOM * (shown <= FAR * reach && shown > 0 ? Math.max(reach, shown) : reach * (shown > 0 ? 1.6 : 1.1));
  const half = LADDER_SIZE.width / 2 - EDGE;
  const middle = LADDER_SIZE.width / 2;
  const xOf = (price: number) => middle + ((price - centre) / span) * half;
  const mark = (side: LadderMark["side"], price: number | null): LadderMark[] => {
    if (price === null) return [];
    const x = xOf(price);
    const within = Math.min(Math.max(x, EDGE), LADDER_SIZE.width - EDGE);
    return [{ side, x: within, isOutside: within !== x }];
  };
  return {
    middle,
    bars: barsOf(offers, xOf),
    stops: stops === null ? [] : [...mark("low", stops.low), ...mark("high", stops.high)],
    others: [...mark("low", others.bid), ...mark("high", others.ask)],
  };
}

function barsOf(offers: readonly DrawnOffer[], xOf: (price: number) => number): LadderBar[] {
  const places = offers.map(({ price }) => xOf(price)).toSorted((one, other) => one - other);
  const gaps = places.slice(1).map((x, at) => x - (places[at] ?? 0));
  const narrowest = gaps.reduce((least, gap) => (gap > 0 ? Math.min(least, gap) : least), WIDEST_BAR / 0.7);
  const width = Math.max(LEAST_BAR, Math.min(WIDEST_BAR, narrowest * 0.7));
  const most = offers.reduce((high, { amount }) => Math.max(high, amount), 0);
  return offers.map(({ side, price, amount }) => {
    const height = most === 0 ? LEAST_BAR : Math.max(LEAST_BAR, (amount / most) * (FOOT - TOP));
    return { side, x: xOf(price) - width / 2, y: FOOT - height, width, height };
  });
}

function middleOf(offers: readonly DrawnOffer[]): number | null {
  const prices = offers.map(({ price }) => price);
  return prices.length === 0 ? null : (Math.min(...prices) + Math.max(...prices)) / 2;
}

/** Where a pool stops that was started at a price, in quote for one base; null for what is no price. */
export function stopsAround(price: string | null, marginPercent: string): DrawnLadder["stops"] {
  const [start, margin] = [Number(price ?? ""), Number(marginPercent) / 100];
  if (!(start > 0) || !(margin > 0)) return null;
  return { low: start * (1 - margin), high: start * (1 + margin) };
}
