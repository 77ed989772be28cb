import { nextTask } from "#pwa/platform/device/next-task.ts";
import type { LocalRow } from "#pwa/platform/db/row-schema.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { afterEntry, type Gain, gainOf, NOTHING_HELD, type Position } from "./average-cost.ts";
import type { Entry } from "./entries.ts";
import { type FeesPaid, flowsOf, type MonthFlow } from "./flows.ts";
import type { PriceLine } from "./price-line.ts";
import { holdingsOverTime, timesBetween, type ValuePoint, worthOverTime } from "./value-series.ts";

/** How long the page may be kept busy before it draws again. */
const SLICE_MS = 8;
const SLICE_ENTRIES = 500;

/** Runs over all entries in slices, so that the page stays free; false where it was `isStopped` on the way. */
export async function overEntries(
  pieces: readonly (readonly Entry[])[],
  each: (entry: Entry) => void,
  isStopped: () => boolean,
): Promise<boolean> {
  let sliceBeganMs = performance.now();
  let done = 0;
  for (const piece of pieces)
    for (const entry of piece) {
      each(entry);
      done += 1;
      if (done % SLICE_ENTRIES !== 0 || performance.now() - sliceBeganMs < SLICE_MS) continue;
      await nextTask();
      if (isStopped()) return false;
      sliceBeganMs = performance.now();
    }
  return !isStopped();
}

/** Today's holdings in stroops, by asset. */
export function heldOf(balances: readonly LocalRow<"balances">[]): ReadonlyMap<string, bigint> {
  return new Map(balances.map((row) => [assetKeyOf(row), parseAmount(row.balance)]));
}

export interface CurveInput {
  readonly pieces: readonly (readonly Entry[])[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  readonly held: ReadonlyMap<string, bigint>;
  readonly lines: ReadonlyMap<string, PriceLine>;
}

export interface Curve {
  readonly points: readonly ValuePoint[];
  /** Assets held in that time of which no price is known; they are not counted. */
  readonly unpriced: readonly string[];
}

/** What the account was worth over a time; null where it was stopped. */
export async function curveOf(input: CurveInput, isStopped: () => boolean): Promise<Curve | null> {
  const times = timesBetween(input.fromMs, input.toMs, input.stepMs);
  const holdings = holdingsOverTime(times, input.held);
  if (!(await overEntries(input.pieces, (entry) => holdings.add(entry), isStopped))) return null;
  return worthOverTime(times, holdings.result(), input.lines);
}

export interface BookInput {
  readonly pieces: readonly (readonly Entry[])[];
  readonly held: ReadonlyMap<string, bigint>;
  /** From when on flows and fees are added up. */
  readonly fromMs: number;
  readonly nowMs: number;
  readonly lines: ReadonlyMap<string, PriceLine>;
  /** Today's worth of today's holding in ten-millionths of a dollar; null where no price is known. */
  readonly worthNow: (asset: string) => bigint | null;
}

export interface AssetGain {
  readonly asset: string;
  /** Null where it is not known what the holding has cost. */
  readonly gain: Gain | null;
}

export interface Book {
  readonly gains: readonly AssetGain[];
  readonly months: readonly MonthFlow[];
  readonly fees: FeesPaid;
}

/** Goes through the whole history; null where it was stopped. Gains are of all time, flows and fees from `fromMs` on. */
export async function bookOf(input: BookInput, isStopped: () => boolean): Promise<Book | null> {
  const { pieces, held, fromMs, nowMs, lines } = input;
  const positions = new Map<string, Position>();
  const flows = flowsOf(lines);
  const isDone = await overEntries(
    pieces,
    (entry) => {
      const position = positions.get(entry.asset) ?? NOTHING_HELD;
      positions.set(entry.asset, afterEntry(position, entry, lines.get(entry.asset) ?? []));
      if (entry.atMs >= fromMs) flows.add(entry);
    },
    isStopped,
  );
  if (!isDone) return null;
  const assets = [...new Set([...held.keys(), ...positions.keys()])].filter(
    (asset) => positions.has(asset) || (held.get(asset) ?? 0n) > 0n,
  );
  const gains = assets.map((asset): AssetGain => {
    const position = positions.get(asset) ?? NOTHING_HELD;
    const amount = held.get(asset) ?? 0n;
    const worth = amount === 0n ? 0n : input.worthNow(asset);
    // What the movements add up to must be what is held: else some of them are not on this device.
    const isWhole = position.held === amount;
    return { asset, gain: isWhole && worth !== null ? gainOf(position, lines.get(asset) ?? [], nowMs, worth) : null };
  });
  return { gains, months: flows.months(), fees: flows.fees() };
}
