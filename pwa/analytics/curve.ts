import type { MissingTime } from "#pwa/parts/history/movement.ts";
import { missingTimeOf } from "#pwa/parts/journal/missing-times.ts";
import { poolOfKey } from "#pwa/parts/journal/asset-words.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import type { Hold } from "./holds.ts";
import { overEntries } from "./over-entries.ts";
import { pooledOverTime } from "./pooled-over-time.ts";
import type { PriceLine } from "./price-line.ts";
import { holdingsOverTime, type ValuePoint, withPooled, worthOverTime } from "./value-series.ts";
import { type TimeSpan, timesOf } from "./value-times.ts";

export interface CurveInput {
  readonly pieces: readonly (readonly Entry[])[];
  readonly span: TimeSpan;
  readonly holds: ReadonlyMap<string, Hold>;
  readonly lines: ReadonlyMap<string, PriceLine>;
  /** What the account is worth today; null where nobody knows. */
  readonly worthNow: bigint | null;
}

export interface Curve {
  readonly points: readonly ValuePoint[];
  /** From when on the range reaches that was asked for: before the first point there was nothing. */
  readonly axisFromMs: number;
  /** Assets held in that time of which no price is known; they are not counted. */
  readonly unpriced: readonly string[];
  /** Times of which movements are missing, the oldest first: nobody knows the worth before the last of them ended. */
  readonly missing: readonly MissingTime[];
}

/** What the account was worth over a time, and last what it is worth today; null where it was stopped. */
export async function curveOf(input: CurveInput, isStopped: () => boolean): Promise<Curve | null> {
  const { pieces, span, holds, lines, worthNow } = input;
  const moments: number[] = [];
  const missing: MissingTime[] = [];
  const noteMoment = (entry: Entry): void => {
    const { kind, atMs } = entry;
    if (kind === "missing" && atMs > span.axisFromMs) missing.push(missingTimeOf(entry));
    if (kind === "moved" || kind === "unclear") moments.push(atMs);
  };
  if (!(await overEntries(pieces, noteMoment, isStopped))) return null;
  const knownFromMs = Math.max(0, ...missing.map(({ untilMs }) => untilMs));
  const times = timesOf(
    span,
    moments.toSorted((left, right) => left - right),
  );
  const holdings = holdingsOverTime(times, amountsIn(holds));
  const pooled = pooledOverTime(times);
  const add = (entry: Entry): void => {
    if (poolOfKey(entry.asset) === null) holdings.add(entry);
    // A pool of which nothing is known is not counted today, and so neither before.
    else if (holds.get(entry.asset)?.worth !== null) pooled.add(entry);
  };
  if (!(await overEntries(pieces, add, isStopped))) return null;
  const { points, unpriced } = worthOverTime(times, withPooled(holdings.result(), pooled.result()), lines);
  // Past holdings are today's without what happened since: before movements that are missing nobody knows them.
  const known = points.map((point) => (point.atMs < knownFromMs ? { ...point, worth: null } : point));
  const shown = worthNow === null ? known : [...known.slice(0, -1), { atMs: span.toMs, worth: worthNow }];
  return { points: shown, axisFromMs: span.axisFromMs, unpriced, missing };
}

function amountsIn(holds: ReadonlyMap<string, Hold>): ReadonlyMap<string, bigint> {
  return new Map([...holds].flatMap(([key, { amount }]) => (poolOfKey(key) === null ? [[key, amount]] : [])));
}
