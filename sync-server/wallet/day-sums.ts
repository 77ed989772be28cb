import type { KnownPrice } from "#server/prices/index.ts";
import type { Spent } from "#server/platform/submissions/spending.ts";
import { converted, DAY_MS } from "./spent.ts";

/** What went out within the 24 hours before an instant, followed from one instant to the next: as `sumsOf` of the same. */
export interface DaySums {
  /** Forgets what is a day old by now. */
  readonly moveTo: (at: Date) => void;
  readonly add: (at: Date, spent: readonly Spent[]) => void;
  readonly of: (one: Spent) => bigint;
}

export function openDaySums(xlm: KnownPrice | null): DaySums {
  let kept: { readonly at: number; readonly spent: readonly Spent[] }[] = [];
  let first = 0;
  const sums = new Map<string, bigint>();
  const count = (spent: readonly Spent[], sign: bigint) => {
    for (const one of spent)
      for (const [unit, amount] of countedAs(one, xlm)) sums.set(unit, (sums.get(unit) ?? 0n) + sign * amount);
  };
  return {
    moveTo: (at) => {
      const since = at.getTime() - DAY_MS;
      for (let oldest = kept[first]; oldest && oldest.at <= since; oldest = kept[first]) {
        count(oldest.spent, -1n);
        first += 1;
      }
      if (first < kept.length / 2) return;
      kept = kept.slice(first);
      first = 0;
    },
    add: (at, spent) => {
      if (spent.length === 0) return;
      count(spent, 1n);
      kept.push({ at: at.getTime(), spent });
    },
    of: (one) => sums.get(unitKey(one)) ?? 0n,
  };
}

function unitKey({ unit, asset = "" }: Spent): string {
  return unit === "own" ? `own ${asset}` : unit;
}

/** Everything that is worth something counts in USD and in XLM; what never had a price in its own units. */
function countedAs(one: Spent, xlm: KnownPrice | null): readonly (readonly [unit: string, amount: bigint])[] {
  if (one.unit === "own") return [[unitKey(one), BigInt(one.amount)]];
  return (["USD", "XLM"] as const).map((unit) => [unit, converted(one, unit, xlm)] as const);
}
