import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { poolOfKey } from "#pwa/parts/journal/asset-words.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import { afterEntry, closed, NOTHING_HELD, openedBy, paidFor, type Position } from "./average-cost.ts";
import { type LegWorths, worthsOf } from "./exchange-worth.ts";
import type { PriceLine } from "./price-line.ts";

/** What rounding may leave of a share in a pool, in parts of it. */
const ROUNDING = 1000n;

/** What one entry did to the holding of its asset. */
export interface Step {
  /** As it changed the holding: of a share in a pool what {@link fitted} says. */
  readonly entry: Entry;
  /** What its size counts at, in ten-millionths of a dollar; null where nobody knows. */
  readonly paid: bigint | null;
  /** As the holding was, from {@link openedBy} its price on where its cost was not known. */
  readonly before: Position;
  readonly isOpened: boolean;
  readonly after: Position;
}

/** Follows every holding through its entries, oldest first, and tells each step. */
export function positionsOf(lines: ReadonlyMap<string, PriceLine>, onStep?: (step: Step) => void) {
  const found = new Map<string, Position>();
  const pairs = new Map<string, readonly string[]>();
  let last: { readonly legs: readonly Entry[]; readonly worths: LegWorths | null } | null = null;
  return {
    add(entry: Entry): void {
      // What does not add up to what is held today is not counted anyway.
      if (entry.kind === "missing") return;
      const { asset, legs } = entry;
      const line = lines.get(asset) ?? [];
      const position = found.get(asset) ?? NOTHING_HELD;
      // The legs of an exchange come one after the other.
      if (legs !== undefined && last?.legs !== legs) last = { legs, worths: worthsOf(legs, lines) };
      const paid = legs === undefined ? paidFor(entry, line) : (last?.worths?.get(entry) ?? null);
      const isShare = poolOfKey(asset) !== null;
      if (isShare && !pairs.has(asset)) pairs.set(asset, pairIn(legs ?? [], entry));
      const fitting = isShare ? fitted(entry, position) : entry;
      const before = openedBy(position, line, entry.atMs);
      const after = afterEntry(position, fitting, line, paid);
      found.set(asset, after);
      onStep?.({ entry: fitting, paid, before, isOpened: before !== position, after });
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
export function wholePosition(asset: string, position: Position, amount: bigint): Position | null {
  if (poolOfKey(asset) === null) return position.held === amount ? position : null;
  if (amount === 0n) return position.cost * ROUNDING <= position.bought ? closed(position) : null;
  return position.held > 0n && amount + position.held / ROUNDING + 10n >= position.held ? position : null;
}
