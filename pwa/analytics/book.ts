import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { poolOfKey } from "#pwa/parts/journal/asset-words.ts";
import { afterEntry, closed, type Gain, gainOf, NOTHING_HELD, paidFor, type Position } from "./average-cost.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import { type LegWorths, worthsOf } from "./exchange-worth.ts";
import { type FeesPaid, flowsOf, type MonthFlow } from "./flows.ts";
import { type Hold, NO_HOLD } from "./holds.ts";
import { overEntries } from "./over-entries.ts";
import type { PriceLine } from "./price-line.ts";

/** What rounding may leave of a share in a pool, in parts of it. */
const ROUNDING = 1000n;

export interface BookInput {
  readonly pieces: readonly (readonly Entry[])[];
  readonly holds: ReadonlyMap<string, Hold>;
  /** From when on flows and fees are added up. */
  readonly fromMs: number;
  readonly nowMs: number;
  readonly lines: ReadonlyMap<string, PriceLine>;
}

export interface AssetGain {
  /** `XLM` or `CODE-ISSUER`, or another place of money: see asset-words.ts. */
  readonly asset: string;
  /** The assets of a pool, as `XLM` or `CODE-ISSUER`; null for anything else. */
  readonly pair: readonly string[] | null;
  /** Of a share in a pool, which has no amount of one asset: how many shares. */
  readonly shares: string | null;
  /** What it is worth now; null where nobody knows. */
  readonly value: bigint | null;
  /** Null where it is not known what the holding has cost. */
  readonly gain: Gain | null;
}

export interface Book {
  readonly gains: readonly AssetGain[];
  readonly months: readonly MonthFlow[];
  readonly fees: FeesPaid;
}

/**
 * Goes through the whole history; null where it was stopped. Gains are of all time, flows and fees from `fromMs` on. Where all
 * prices are known, what came in, less what went out, and all gains are what everything is worth. Fees are part of the gains, as
 * losses, and no money that went out.
 */
export async function bookOf(input: BookInput, isStopped: () => boolean): Promise<Book | null> {
  const { pieces, holds, fromMs, nowMs, lines } = input;
  const positions = positionsOf(lines);
  const flows = flowsOf(lines);
  const isDone = await overEntries(
    pieces,
    (entry) => {
      positions.add(entry);
      if (entry.atMs >= fromMs) flows.add(entry);
    },
    isStopped,
  );
  if (!isDone) return null;
  const { found, pairs } = positions.result();
  const keys = [...new Set([...holds.keys(), ...found.keys()])].filter(
    (key) => found.has(key) || (holds.get(key)?.amount ?? 0n) > 0n,
  );
  const gains = keys.map((asset): AssetGain => {
    const hold = holds.get(asset) ?? NO_HOLD;
    const position = wholePosition(asset, found.get(asset) ?? NOTHING_HELD, hold.amount);
    const isKnown = position !== null && hold.worth !== null;
    const gain = isKnown ? gainOf(position, lines.get(asset) ?? [], nowMs, hold.worth) : null;
    return { asset, pair: hold.pair ?? pairs.get(asset) ?? null, shares: hold.shares, value: hold.worth, gain };
  });
  return { gains, months: flows.months(), fees: flows.fees() };
}

/** Follows every holding through its entries, oldest first. */
function positionsOf(lines: ReadonlyMap<string, PriceLine>) {
  const found = new Map<string, Position>();
  const pairs = new Map<string, readonly string[]>();
  let last: { readonly legs: readonly Entry[]; readonly worths: LegWorths | null } | null = null;
  return {
    add(entry: Entry): void {
      const { asset, legs } = entry;
      const line = lines.get(asset) ?? [];
      const position = found.get(asset) ?? NOTHING_HELD;
      // The legs of an exchange come one after the other.
      if (legs !== undefined && last?.legs !== legs) last = { legs, worths: worthsOf(legs, lines) };
      const paid = legs === undefined ? paidFor(entry, line) : (last?.worths?.get(entry) ?? null);
      const isShare = poolOfKey(asset) !== null;
      if (isShare && !pairs.has(asset)) pairs.set(asset, pairIn(legs ?? [], entry));
      found.set(asset, afterEntry(position, isShare ? fitted(entry, position) : entry, line, paid));
    },
    result: () => ({ found, pairs }),
  };
}

/** The assets of a pool, XLM before all as the ledger has it. */
function pairIn(legs: readonly Entry[], share: Entry): readonly string[] {
  const assets = legs.filter((leg) => leg !== share).map(({ asset }) => asset);
  return assets.toSorted((left, right) => Number(right === NATIVE_CODE) - Number(left === NATIVE_CODE));
}

/** Fees let a share grow: whoever takes out more than they put in takes out all of it. */
function fitted(share: Entry, { held }: Position): Entry {
  return held > 0n && held + share.change < 0n ? { ...share, change: -held } : share;
}

/** The position where the movements add up to what is held; null where they do not, and some are not on this device. */
function wholePosition(asset: string, position: Position, amount: bigint): Position | null {
  if (poolOfKey(asset) === null) return position.held === amount ? position : null;
  if (amount === 0n) return position.cost * ROUNDING <= position.bought ? closed(position) : null;
  return position.held > 0n && amount + position.held / ROUNDING + 10n >= position.held ? position : null;
}
