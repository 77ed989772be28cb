import { mulDiv } from "#schemas/values/money.ts";
import type { Entry } from "#pwa/parts/journal/entries.ts";
import { firstAtOrAfter } from "./value-times.ts";

/** What was put into a pool and is in it still. */
interface PutIn {
  readonly size: bigint;
  readonly amounts: ReadonlyMap<string, bigint>;
}

/** What lay in pools at each of a row of times. */
export interface PooledOverTime {
  /** Takes the entries of shares in pools, oldest first. */
  add(share: Entry): void;
  /** Stroops of each asset at each time. */
  result(): ReadonlyMap<string, readonly bigint[]>;
}

/**
 * Counts what is in pools as what was put in: a withdrawal takes its part of both amounts. What came out of a pool of which no
 * deposit is known was in it before.
 */
export function pooledOverTime(times: readonly number[]): PooledOverTime {
  const changes = new Map<string, bigint[]>();
  const pools = new Map<string, PutIn>();
  const note = (asset: string, slot: number, change: bigint): void => {
    const slots = changes.get(asset) ?? times.map(() => 0n);
    slots[slot] = (slots[slot] ?? 0n) + change;
    changes.set(asset, slots);
  };
  return {
    add(share) {
      const slot = Math.min(firstAtOrAfter(times, share.atMs), times.length - 1);
      const moved = (share.legs ?? []).filter((leg) => leg !== share);
      const former = pools.get(share.asset) ?? { size: 0n, amounts: new Map<string, bigint>() };
      if (share.change < 0n && former.size === 0n) {
        for (const { asset, change } of moved) note(asset, 0, change);
        for (const { asset, change } of moved) note(asset, slot, -change);
        return;
      }
      const amounts = new Map(former.amounts);
      const part = share.change < 0n ? min(-share.change, former.size) : 0n;
      for (const { asset, change } of moved) {
        const known = amounts.get(asset) ?? 0n;
        const difference = share.change > 0n ? -change : -mulDiv(known, part, former.size, "half-up");
        amounts.set(asset, known + difference);
        note(asset, slot, difference);
      }
      pools.set(share.asset, { size: share.change > 0n ? former.size + share.change : former.size - part, amounts });
    },
    result: () =>
      new Map(
        [...changes].map(([asset, slots]) => {
          let amount = 0n;
          return [asset, slots.map((change) => (amount += change))];
        }),
      ),
  };
}

function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
