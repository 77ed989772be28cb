import type { PoolResult } from "#schemas/market-making.ts";
import { formatAmount, mulDiv } from "#schemas/values/money.ts";
import type { Holding } from "./ladder.ts";
import type { Exact, Side } from "./prices.ts";

/** What somebody has is worth at a price, in stroops of quote, rounded down. */
export function worthOf({ base, quote }: Holding, price: Exact): bigint {
  return quote + mulDiv(base, price.n, price.d, "down");
}

/** A fill as the ledger's results tell of it: `amount` stroops of base for `total` of quote. */
export interface Fill {
  readonly side: Side;
  readonly amount: bigint;
  readonly total: bigint;
}

/** What a fill was better than the reference of its time, in stroops of quote; below zero where it was worse. */
export function spreadOf({ side, amount, total }: Fill, reference: Exact): bigint {
  const value = mulDiv(amount, reference.n, reference.d, "down");
  return side === "sell" ? total - value : value - total;
}

/** What a pool came to since it was opened. Stroops. */
export interface Come {
  /** What it was opened with, and what it has. */
  readonly begun: Holding;
  readonly holding: Holding;
  readonly reference: Exact;
  /** The sum of {@link spreadOf} over its fills. */
  readonly spread: bigint;
  /** XLM that the network took. */
  readonly networkFees: bigint;
  /** Which of the pair is XLM, so that fees are paid of what is traded; null for neither. */
  readonly xlm: "base" | "quote" | null;
}

/** Splits what a pool is worth beside holding what it was opened with. Its parts come to the whole exactly, once an XLM pair's fees are taken off. */
export function resultOf({ begun, holding, reference, spread, networkFees, xlm }: Come): PoolResult {
  const profitLoss = worthOf(holding, reference) - worthOf(begun, reference);
  const fees = xlm === null ? 0n : worthOf({ base: 0n, quote: 0n, [xlm]: networkFees }, reference);
  return {
    profitLoss: formatAmount(profitLoss),
    spread: formatAmount(spread),
    inventory: formatAmount(profitLoss - spread + fees),
    networkFees: formatAmount(networkFees),
  };
}
