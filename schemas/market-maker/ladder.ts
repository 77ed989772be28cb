import { mulDiv, type Price } from "#schemas/values/money.ts";
import { changedBy, type Exact, PPM, roundedAway, type Side } from "./prices.ts";
import type { ReadPool } from "./terms.ts";

/** Stroops of a pair. */
export interface Holding {
  readonly base: bigint;
  readonly quote: bigint;
}

/** One offer of a ladder; `amount` is stroops of base. */
export interface Level {
  readonly price: Price;
  readonly amount: bigint;
}

/** The best first. */
export interface Ladder {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** What one level of a side may give at most, in stroops of what it gives. */
export interface Shares {
  readonly buy: bigint;
  readonly sell: bigint;
}

type Shape = Pick<ReadPool, "levels" | "halfSpreadPpm" | "depthPpm">;

/** The ladder as it stands around a reference with so much to give. Levels that would be below the smallest offer are not there. */
export function ladderOf(pool: ReadPool, reference: Exact, holding: Holding): Ladder {
  const shares = sharesOf(pool, reference, holding);
  const side = (of: Side): Level[] =>
    pricesOf(pool, reference, of).flatMap((exact) => {
      const price = roundedAway(exact, of);
      const amount = price ? sizeOf(pool, price, of, shares[of]) : 0n;
      return price && amount > 0n ? [{ price, amount }] : [];
    });
  return { bids: side("buy"), asks: side("sell") };
}

/** Where the levels of a side are, exactly, the best first. */
export function pricesOf({ levels, halfSpreadPpm, depthPpm }: Shape, reference: Exact, side: Side): Exact[] {
  const steps = BigInt(Math.max(1, levels - 1));
  const sign = side === "sell" ? 1n : -1n;
  return Array.from({ length: levels }, (_, index) => {
    const distance = halfSpreadPpm * steps + (depthPpm - halfSpreadPpm) * BigInt(index);
    return changedBy(reference, sign * distance, PPM * steps);
  });
}

/** What each level of a side may give: everything, evenly, and less on the side that leads away from the inventory that is wanted. */
export function sharesOf(pool: ReadPool, reference: Exact, holding: Holding): Shares {
  const { buy, sell } = leaningOf(pool, reference, holding);
  const count = PPM * BigInt(pool.levels);
  return { buy: (holding.quote * buy) / count, sell: (holding.base * sell) / count };
}

/** Of base, in stroops: what `share` (of what is given) comes to at a price, within the pool's sizes; zero where that is too little. */
export function sizeOf({ minSize, maxSize }: ReadPool, { n, d }: Price, side: Side, share: bigint): bigint {
  const amount = side === "sell" ? share : mulDiv(share, BigInt(d), BigInt(n), "down");
  if (amount < minSize) return 0n;
  return amount > maxSize ? maxSize : amount;
}

/** What is left of each side, in millionths: all of it on the side that leads towards the target. */
function leaningOf({ inventoryTarget, skew }: ReadPool, { n, d }: Exact, { base, quote }: Holding) {
  const [ofBase, ofQuote] = [base * n, quote * d];
  const worth = ofBase + ofQuote;
  if (worth === 0n) return { buy: PPM, sell: PPM };
  const target = BigInt(inventoryTarget) * 10_000n;
  const share = (ofBase * PPM) / worth;
  const part = (beyond: bigint, room: bigint) =>
    beyond > 0n && room > 0n ? PPM - (BigInt(skew) * PPM * beyond) / (100n * room) : PPM;
  return { buy: part(share - target, PPM - target), sell: part(target - share, target) };
}

/**
 * What each wallet is given of what is put in, so that its offers can stand without a payment: `amount` stroops of what `side` gives, by
 * the place of the wallet. Comes to `amount` exactly.
 */
export function fundsOf({ levels, walletCount }: Pick<ReadPool, "levels" | "walletCount">, amount: bigint, side: Side) {
  const counts = Array.from<bigint>({ length: walletCount }).fill(0n);
  for (let level = 0; level < levels; level += 1) {
    const wallet = walletOf(side, level, levels, walletCount);
    counts[wallet] = (counts[wallet] ?? 0n) + 1n;
  }
  let [given, before] = [0n, 0n];
  return counts.map((count) => {
    before += count;
    const share = (amount * before) / BigInt(levels) - given;
    given += share;
    return share;
  });
}

/** In which wallet a level stands: asks first, then bids, each the best first, round and round. */
export function walletOf(side: Side, level: number, levels: number, walletCount: number): number {
  return (side === "sell" ? level : levels + level) % walletCount;
}
