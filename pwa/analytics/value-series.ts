import type { Entry } from "#pwa/parts/journal/entries.ts";
import { priceAt, type PriceLine, worthAtPrice } from "./price-line.ts";
import { firstAtOrAfter } from "./value-times.ts";

/** The worth of all holdings at a time, in ten-millionths of a dollar; null where it is not known. */
export interface ValuePoint {
  readonly atMs: number;
  readonly worth: bigint | null;
}

/** What an account held at each of a row of times. */
export interface HoldingsOverTime {
  add(entry: Entry): void;
  /** Stroops of each asset at each time; null where the history cannot tell. */
  result(): ReadonlyMap<string, readonly (bigint | null)[]>;
}

/**
 * Works out past holdings from today's, by taking back what happened since. `held` is today's, in stroops; the entries are
 * those after the first of `times`, in any order. A holding that would have been below nothing, or that an unclear entry
 * changed, is not known before that.
 */
export function holdingsOverTime(times: readonly number[], held: ReadonlyMap<string, bigint>): HoldingsOverTime {
  const changes = new Map<string, bigint[]>();
  const unclear = new Map<string, number>();
  const of = (asset: string): bigint[] => {
    const known = changes.get(asset);
    if (known !== undefined) return known;
    const made = times.map(() => 0n);
    changes.set(asset, made);
    return made;
  };
  for (const asset of held.keys()) of(asset);
  return {
    add({ atMs, asset, kind, change }) {
      const index = firstAtOrAfter(times, atMs);
      if (index === 0) return;
      // What came after the last of the times stands in today's holding, and so is taken back from all of them.
      const slots = of(asset);
      const slot = Math.min(index, times.length - 1);
      slots[slot] = (slots[slot] ?? 0n) + change;
      if (kind === "unclear") unclear.set(asset, Math.max(unclear.get(asset) ?? 0, slot));
    },
    result() {
      return new Map(
        [...changes].map(([asset, slots]) => [asset, backwards(slots, held.get(asset) ?? 0n, unclear.get(asset) ?? 0)]),
      );
    },
  };
}

function backwards(slots: readonly bigint[], today: bigint, unclearSlot: number): (bigint | null)[] {
  const holdings: (bigint | null)[] = slots.map(() => null);
  let amount = today;
  for (let slot = slots.length - 1; slot >= unclearSlot && amount >= 0n; slot -= 1) {
    holdings[slot] = amount;
    amount -= slots[slot] ?? 0n;
  }
  return holdings;
}

/** Holdings with what lay in pools beside them. */
export function withPooled(
  holdings: ReadonlyMap<string, readonly (bigint | null)[]>,
  pooled: ReadonlyMap<string, readonly bigint[]>,
): ReadonlyMap<string, readonly (bigint | null)[]> {
  const all = new Map(holdings);
  for (const [asset, amounts] of pooled) {
    const own = holdings.get(asset);
    all.set(
      asset,
      amounts.map((amount, index) => addKnown(own === undefined ? 0n : (own[index] ?? null), amount)),
    );
  }
  return all;
}

function addKnown(known: bigint | null, more: bigint): bigint | null {
  return known === null ? null : known + more;
}

/** Adds up what the holdings were worth. Assets without any price are left out, and named in `unpriced`. */
export function worthOverTime(
  times: readonly number[],
  holdings: ReadonlyMap<string, readonly (bigint | null)[]>,
  lines: ReadonlyMap<string, PriceLine>,
): { readonly points: readonly ValuePoint[]; readonly unpriced: readonly string[] } {
  const isHeld = ([, amounts]: readonly [string, readonly (bigint | null)[]]) =>
    amounts.some((amount) => amount !== 0n);
  const counted = [...holdings].filter(isHeld);
  const unpriced = counted.map(([asset]) => asset).filter((asset) => (lines.get(asset) ?? []).length === 0);
  const priced = counted.filter(([asset]) => !unpriced.includes(asset));
  const points = times.map((atMs, index) => {
    let worth: bigint | null = 0n;
    for (const [asset, amounts] of priced) {
      const part = worthOf(amounts[index] ?? null, lines.get(asset) ?? [], atMs);
      worth = worth === null || part === null ? null : worth + part;
    }
    return { atMs, worth };
  });
  return { points, unpriced };
}

function worthOf(amount: bigint | null, line: PriceLine, atMs: number): bigint | null {
  if (amount === null || amount === 0n) return amount;
  const price = priceAt(line, atMs);
  return price === null ? null : worthAtPrice(amount, price);
}
