import type { Entry } from "#pwa/parts/journal/entries.ts";
import { NOTHING_HELD } from "./average-cost.ts";
import { type Hold, NO_HOLD } from "./holds.ts";
import { type Acquired, type Lots, type Method, openLots } from "./lots.ts";
import { overEntries } from "./over-entries.ts";
import { positionsOf, type Step, wholePosition } from "./positions.ts";
import type { PriceLine } from "./price-line.ts";

export interface RealisedInput {
  readonly pieces: readonly (readonly Entry[])[];
  readonly holds: ReadonlyMap<string, Hold>;
  readonly lines: ReadonlyMap<string, PriceLine>;
  /** Of the calendar by UTC. */
  readonly year: number;
  readonly method: Method;
}

/** Something that went, for what it brought and what it had cost, in ten-millionths of a dollar. */
export interface Disposal {
  readonly uid: string;
  readonly atMs: number;
  /** A key of a position: see asset-words.ts. */
  readonly asset: string;
  readonly kind: Entry["kind"];
  /** Stroops; of a share in a pool as the entries count it. */
  readonly amount: bigint;
  readonly proceeds: bigint;
  readonly cost: bigint;
  readonly gain: bigint;
  readonly acquired: Acquired;
}

/** Why a movement is in no sum, as files have it, which programs read. */
export const UNCOUNTED = {
  unpriced: "no price known",
  unclear: "not known whether it came or went",
  "cost-unknown": "what it had cost is not known",
  "history-missing": "a part of its history is missing on this device",
} as const;

/** A movement that is in no sum, since a fact is missing. `change` as the entries have it. */
export interface Uncounted {
  readonly uid: string;
  readonly atMs: number;
  readonly asset: string;
  readonly kind: Entry["kind"];
  readonly change: bigint;
  readonly why: keyof typeof UNCOUNTED;
}

export interface Totals {
  readonly proceeds: bigint;
  readonly cost: bigint;
  readonly gain: bigint;
}

/** What was realised in a year: the figures that the screen shows and the rows of its file, from one working out. */
export interface Realised {
  readonly year: number;
  readonly method: Method;
  /** Oldest first. */
  readonly disposals: readonly Disposal[];
  readonly uncounted: readonly Uncounted[];
  /** Sums of the disposals. */
  readonly totals: Totals;
  /** The assets of the pools among them. */
  readonly pairs: ReadonlyMap<string, readonly string[]>;
}

/** What is known of one holding on the way through the history. */
interface Follow {
  readonly lots: Lots;
  disposals: Disposal[];
  uncounted: Uncounted[];
  /** When something last went whose cost is known. */
  lastMs: number;
}

/**
 * Every disposal of a year, worked out over the whole history as the gains of all time are; null where it was stopped. Of an asset
 * of which movements are missing nothing is counted, and of one whose price was unknown for a time only what is known of it:
 * what is not stands apart. A year that is over changes by no later movement, but for one that shows that the history has a gap.
 */
export async function realisedOf(input: RealisedInput, isStopped: () => boolean): Promise<Realised | null> {
  const { pieces, holds, lines, year, method } = input;
  const [fromMs, toMs] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  const follows = new Map<string, Follow>();
  const positions = positionsOf(lines, (step) => {
    const { asset, atMs } = step.entry;
    const follow = follows.get(asset) ?? { lots: openLots(method), disposals: [], uncounted: [], lastMs: 0 };
    follows.set(asset, follow);
    takeStep(follow, step, atMs >= fromMs && atMs < toMs);
  });
  if (!(await overEntries(pieces, (entry) => positions.add(entry), isStopped))) return null;
  const { found, pairs } = positions.result();
  for (const [asset, follow] of follows) {
    const position = found.get(asset) ?? NOTHING_HELD;
    const whole = wholePosition(asset, position, (holds.get(asset) ?? NO_HOLD).amount);
    if (whole === null) misgive(follow);
    // What is left of a cost by rounding went with the last of it.
    else if (whole !== position && follow.lastMs >= fromMs && follow.lastMs < toMs) addToLast(follow, position);
  }
  const all = [...follows.values()];
  const disposals = all.flatMap((follow) => follow.disposals).toSorted(byTime);
  const uncounted = all.flatMap((follow) => follow.uncounted).toSorted(byTime);
  return { year, method, disposals, uncounted, totals: totalsOf(disposals), pairs };
}

/** The sums that are shown, and stand at the end of the file. */
export function totalsOf(disposals: readonly Disposal[]): Totals {
  const sum = (of: keyof Totals) => disposals.reduce((total, disposal) => total + disposal[of], 0n);
  return { proceeds: sum("proceeds"), cost: sum("cost"), gain: sum("gain") };
}

/** The years that something moved in, by UTC, the latest first. */
export function yearsOf(pieces: readonly (readonly Entry[])[], nowMs: number): readonly number[] {
  const last = new Date(nowMs).getUTCFullYear();
  const firsts = pieces.flatMap((piece) => piece[0]?.atMs ?? []);
  const first = new Date(Math.min(nowMs, ...firsts)).getUTCFullYear();
  return Array.from({ length: last - first + 1 }, (_, index) => last - index);
}

function takeStep(follow: Follow, step: Step, isOfYear: boolean): void {
  const { entry, paid, after } = step;
  const { uid, atMs, asset, kind, change } = entry;
  const why = missingIn(step);
  if (why !== null || paid === null) {
    if (isOfYear && (change < 0n || why !== "cost-unknown"))
      follow.uncounted.push({ uid, atMs, asset, kind, change, why: why ?? "unpriced" });
    if (after.held < 0n) misgive(follow);
    follow.lots.forget();
    return;
  }
  const basis = follow.lots.take({ ...step, paid });
  if (basis === null) return;
  follow.lastMs = atMs;
  const { cost, acquired } = basis;
  const disposal = { uid, atMs, asset, kind, amount: -change, proceeds: paid, cost, gain: paid - cost, acquired };
  if (isOfYear) follow.disposals.push(disposal);
}

/** The fact that a step misses; null where all are known. */
function missingIn({ entry, paid, before, after }: Step): Uncounted["why"] | null {
  if (after.unknownSinceMs === null) return null;
  if (entry.kind === "unclear") return "unclear";
  if (paid === null) return "unpriced";
  if (after.held < 0n) return "history-missing";
  return before.unknownSinceMs === null ? "history-missing" : "cost-unknown";
}

/** What was counted of an asset was not all that there was: nobody knows what any of it had cost. */
function misgive(follow: Follow): void {
  const doubted = follow.disposals.map(({ uid, atMs, asset, kind, amount }): Uncounted => ({
    uid,
    atMs,
    asset,
    kind,
    change: -amount,
    why: "history-missing",
  }));
  follow.uncounted = [...follow.uncounted, ...doubted];
  follow.disposals = [];
}

function addToLast(follow: Follow, position: Parameters<Lots["close"]>[0]): void {
  const last = follow.disposals.at(-1);
  if (last === undefined) return;
  const left = follow.lots.close(position);
  follow.disposals[follow.disposals.length - 1] = { ...last, cost: last.cost + left, gain: last.gain - left };
}

function byTime(left: { readonly atMs: number }, right: { readonly atMs: number }): number {
  return left.atMs - right.atMs;
}
