import { mulDiv } from "#schemas/values/money.ts";
import type { Position } from "./average-cost.ts";
import type { Step } from "./positions.ts";

/** How what was disposed of is matched with what it had cost; as files have it, which programs read. */
export const METHODS = { average: "Average cost", fifo: "First in, first out (FIFO)" } as const;
export type Method = keyof typeof METHODS;

/** When something was acquired: the first time and the last; null where its holding is counted from a later time on. */
export interface Acquired {
  readonly firstMs: number | null;
  readonly lastMs: number | null;
}

/** What was disposed of had cost this, and was acquired then. */
export interface Basis {
  readonly cost: bigint;
  readonly acquired: Acquired;
}

interface Lot {
  /** Null of what was held when its price became known: when it came is not said. */
  readonly atMs: number | null;
  readonly amount: bigint;
  readonly cost: bigint;
}

/** What one holding is made of, by a method. */
export interface Lots {
  /** Takes a step whose cost is known; what it had cost where something went, null where nothing did. */
  take(step: Step & { readonly paid: bigint }): Basis | null;
  /** Nothing is known of it any more. */
  forget(): void;
  /** What is left has cost this; what comes next begins anew. */
  close(position: Position): bigint;
}

export function openLots(method: Method): Lots {
  return method === "average" ? averageLots() : queuedLots();
}

/** All of a holding has cost the same each; what of it was acquired when is not told apart. */
function averageLots(): Lots {
  let span: Acquired | null = null;
  const widen = (atMs: number | null): void => {
    if (span === null) span = { firstMs: atMs, lastMs: atMs };
    else if (span.lastMs !== null) span = { firstMs: span.firstMs, lastMs: atMs };
  };
  return {
    take({ entry, before, isOpened, after }) {
      if (isOpened) {
        span = null;
        if (before.held > 0n) widen(null);
      }
      if (entry.change > 0n) widen(entry.atMs);
      if (entry.change >= 0n) return null;
      const acquired = span ?? { firstMs: null, lastMs: null };
      if (after.held === 0n) span = null;
      return { cost: before.cost - after.cost, acquired };
    },
    forget: () => {
      span = null;
    },
    close: ({ cost }) => cost,
  };
}

/** What came first goes first, each lot at its own cost, to the last ten-millionth. */
function queuedLots(): Lots {
  let lots: Lot[] = [];
  /** Lots before it are gone. */
  let head = 0;
  const takeOut = (wanted: bigint): Basis => {
    let [left, cost] = [wanted, 0n];
    const times: (number | null)[] = [];
    for (let lot = lots[head]; left > 0n && lot !== undefined; lot = lots[head]) {
      const amount = left < lot.amount ? left : lot.amount;
      const part = amount === lot.amount ? lot.cost : mulDiv(lot.cost, amount, lot.amount, "half-up");
      times.push(lot.atMs);
      left -= amount;
      cost += part;
      if (amount === lot.amount) head += 1;
      else lots[head] = { ...lot, amount: lot.amount - amount, cost: lot.cost - part };
    }
    if (head === lots.length) [lots, head] = [[], 0];
    const isKnown = times.length > 0 && !times.includes(null);
    return {
      cost,
      acquired: { firstMs: isKnown ? (times[0] ?? null) : null, lastMs: isKnown ? (times.at(-1) ?? null) : null },
    };
  };
  return {
    take({ entry, paid, before, isOpened }) {
      if (isOpened) {
        [lots, head] = [[], 0];
        if (before.held > 0n) lots.push({ atMs: null, amount: before.held, cost: before.cost });
      }
      if (entry.change > 0n) lots.push({ atMs: entry.atMs, amount: entry.change, cost: paid });
      return entry.change < 0n ? takeOut(-entry.change) : null;
    },
    forget: () => {
      [lots, head] = [[], 0];
    },
    close: () => lots.slice(head).reduce((sum, { cost }) => sum + cost, 0n),
  };
}
