import { type Gain, gainOf, NOTHING_HELD } from "./average-cost.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import { type FeesPaid, flowsOf, type MonthFlow } from "./flows.ts";
import { type Hold, NO_HOLD } from "./holds.ts";
import { overEntries } from "./over-entries.ts";
import { positionsOf, wholePosition } from "./positions.ts";
import type { PriceLine } from "./price-line.ts";

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
