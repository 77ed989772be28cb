import { RANGES, startOf } from "#pwa/parts/charts/ranges.ts";
import type { PriceRange } from "#schemas/markets.ts";

/** A curve has no more points than these between which it goes evenly, and no fewer. */
const MOST_POINTS = 400;
const LEAST_POINTS = 60;
/** Where money moved more often than this, the first of what moved between two points stands for all of it. */
const MOST_STEPS = 200;

/** Which times a curve is drawn of. */
export interface TimeSpan {
  /** From when on the range reaches: the axis begins there. */
  readonly axisFromMs: number;
  /** Where the curve begins: there was nothing before the first movement. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** The span of a range; `firstMs` is the first movement where all are known, and `lastMs` the newest that is. */
export function spanOf(range: PriceRange, nowMs: number, firstMs: number | null, lastMs: number | null): TimeSpan {
  // The time goes on in steps, and a movement may be newer than the last of them.
  const toMs = Math.max(nowMs, lastMs ?? nowMs);
  const isAll = RANGES[range].lengthMs === null;
  const axisFromMs = Math.min(isAll ? (firstMs ?? toMs) : startOf(range, nowMs), toMs);
  const fromMs = Math.min(Math.max(axisFromMs, firstMs ?? axisFromMs), toMs);
  const lengthMs = toMs - fromMs;
  const stepMs = Math.min(Math.max(RANGES[range].stepMs, lengthMs / MOST_POINTS), lengthMs / LEAST_POINTS);
  return { axisFromMs, fromMs, toMs, stepMs };
}

/**
 * The times a curve has points at: evenly from one end to the other, and right before and at each of `moments`, in which money
 * moved and the curve steps. Moments come in the order of time.
 */
export function timesOf({ fromMs, toMs, stepMs }: TimeSpan, moments: readonly number[]): number[] {
  const count = stepMs > 0 ? Math.ceil((toMs - fromMs) / stepMs) : 0;
  const even = Array.from({ length: count }, (_, index) => fromMs + Math.round(index * stepMs));
  const inside = moments.filter((atMs, index) => atMs > fromMs && atMs <= toMs && atMs !== moments[index - 1]);
  const steps = inside.length > MOST_STEPS ? firstOfEach(inside, fromMs, stepMs) : inside;
  return [...new Set([...even, ...steps.flatMap((atMs) => [atMs - 1, atMs]), toMs])].toSorted(
    (left, right) => left - right,
  );
}

/** The index of the first of the times that is not before another; their number where all are. */
export function firstAtOrAfter(times: readonly number[], atMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function firstOfEach(moments: readonly number[], fromMs: number, stepMs: number): number[] {
  const slotOf = (atMs: number) => Math.floor((atMs - fromMs) / stepMs);
  return moments.filter((atMs, index) => {
    const former = moments[index - 1];
    return former === undefined || slotOf(former) !== slotOf(atMs);
  });
}
