import { baseAmount, type BookSide } from "#pwa/parts/market-data/group-levels.ts";
import type { BookLevelRow } from "#schemas/market-data.ts";

/** How far from the middle is shown, in hundredths of a percent; null for all that is known. */
export type Reach = number | null;

/** A price with all that is offered up to it, in stroops of the base asset; the price is for drawing. */
export interface DepthStep {
  readonly price: number;
  readonly total: bigint;
}

/** What both sides come to, the best price of each first; prices from `low` to `high`. */
export interface Depth {
  readonly bids: readonly DepthStep[];
  readonly asks: readonly DepthStep[];
  readonly low: number;
  readonly high: number;
  /** The larger of both sums. */
  readonly most: bigint;
}

/** Sums both sides within reach of the middle; null where nothing is offered at all. */
export function depthOf(bids: readonly BookLevelRow[], asks: readonly BookLevelRow[], reach: Reach): Depth | null {
  const [below, above] = [stepsOf(bids, "bids"), stepsOf(asks, "asks")];
  const [bid, ask] = [below[0]?.price, above[0]?.price];
  const middle = bid !== undefined && ask !== undefined ? (bid + ask) / 2 : (bid ?? ask);
  if (middle === undefined) return null;
  const part = reach === null ? farthest(middle, below.at(-1), above.at(-1)) : reach / 10_000;
  const [low, high] = [middle * (1 - part), middle * (1 + part)];
  const [near, far] = [below.filter(({ price }) => price >= low), above.filter(({ price }) => price <= high)];
  const [bought, sold] = [sumOf(near), sumOf(far)];
  return { bids: near, asks: far, low, high, most: bought > sold ? bought : sold };
}

/** All that a side comes to. */
export function sumOf(steps: readonly DepthStep[]): bigint {
  return steps.at(-1)?.total ?? 0n;
}

function stepsOf(levels: readonly BookLevelRow[], side: BookSide): readonly DepthStep[] {
  let total = 0n;
  return levels.map((level) => {
    total += baseAmount(level, side);
    return { price: level[0] / level[1], total };
  });
}

/** As far to both sides as the farther of them reaches, a little more, and never below nothing. */
function farthest(middle: number, ...ends: readonly (DepthStep | undefined)[]): number {
  const parts = ends.map((end) => (end === undefined ? 0 : Math.abs(end.price - middle) / middle));
  return Math.min(1, Math.max(0.0001, ...parts) * 1.02);
}

/**
 * A side as the outline of steps, for an SVG of 100 by 100: from the best price at the ground outwards to the edge. Empty where
 * nothing is offered.
 */
export function outlineOf(side: BookSide, { bids, asks, low, high, most }: Depth): string {
  const steps = side === "bids" ? bids : asks;
  const [first] = steps;
  if (first === undefined || most === 0n || high <= low) return "";
  const x = (price: number) => round(((price - low) / (high - low)) * 100);
  const y = (total: bigint) => round(100 - (Number(total) / Number(most)) * 100);
  const edge = side === "bids" ? 0 : 100;
  const body = steps.map(
    ({ total }, index) => `V${y(total)}H${index + 1 < steps.length ? x(priceAt(steps, index + 1)) : edge}`,
  );
  return `M${x(first.price)} 100${body.join("")}V100Z`;
}

function priceAt(steps: readonly DepthStep[], index: number): number {
  return steps[index]?.price ?? 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** What would be taken by going from the best price to one, in stroops of the base asset. */
export interface Standing {
  readonly side: BookSide;
  readonly price: number;
  readonly total: bigint;
}

/** What stands up to the price at a part of the width, from 0 to 1: of bids at or above it, of asks at or below it. */
export function standingAt({ bids, asks, low, high }: Depth, part: number): Standing {
  const price = low + (high - low) * part;
  const [bid] = bids;
  const isBid = bid !== undefined && (price <= bid.price || asks.length === 0);
  const last = isBid ? bids.findLast((step) => step.price >= price) : asks.findLast((step) => step.price <= price);
  return { side: isBid ? "bids" : "asks", price, total: last?.total ?? 0n };
}
