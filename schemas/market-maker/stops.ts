import type { PoolStop } from "#schemas/market-making.ts";
import { type SaidFacts, writeSaid } from "#schemas/said.ts";
import { formatAmountShort } from "#schemas/values/money.ts";
import { priceText } from "#schemas/values/price.ts";
import { type Exact, isApart } from "./prices.ts";
import type { ReadPool } from "./terms.ts";

/** What a running pool is held against. Worths are stroops of quote. */
export interface StopFacts {
  readonly pool: Pick<ReadPool, "quote" | "marginPpm" | "maxDrawdown" | "maxDailyLoss" | "maxFillsPerMinute">;
  /** The reference when it was started; null before it was first seen. */
  readonly startPrice: Exact | null;
  readonly reference: Exact | null;
  /** Null without a reference. */
  readonly worth: bigint | null;
  /** The most since the start, and that at the day's beginning (UTC) or the start, whichever was later. */
  readonly peak: bigint;
  readonly dayWorth: bigint;
  /** Of the last 60 seconds. */
  readonly fills: number;
  /** Whether balances are what fills, payments and fees explain. */
  readonly isReconciled: boolean;
}

export interface Stopped {
  readonly stop: Extract<PoolStop, "reconciliation" | "price-margin" | "drawdown" | "daily-loss" | "fills">;
  /** A sentence as it is stored (`said.ts`). */
  readonly reason: string;
}

/** What stops a pool now, the gravest first; null for nothing. */
export function stopOf(facts: StopFacts): Stopped | null {
  const { pool, startPrice, reference, worth, peak, dayWorth, fills } = facts;
  const quote = pool.quote.split("-")[0] ?? "";
  if (!facts.isReconciled) return stopped("reconciliation", {});
  if (reference && startPrice && isApart(reference, startPrice, pool.marginPpm)) {
    const [price, seen] = [textOf(reference), textOf(startPrice)];
    return stopped("price-margin", { price, seen, percent: Number(pool.marginPpm) / 10_000 });
  }
  if (worth !== null && worth * 100n < peak * BigInt(100 - pool.maxDrawdown)) {
    return stopped("drawdown", { ...between(peak, worth), quote, percent: pool.maxDrawdown });
  }
  if (worth !== null && dayWorth - worth > pool.maxDailyLoss) {
    return stopped("daily-loss", { ...between(dayWorth, worth), quote, limit: formatAmountShort(pool.maxDailyLoss) });
  }
  return fills > pool.maxFillsPerMinute ? stopped("fills", { fills, most: pool.maxFillsPerMinute }) : null;
}

function stopped(stop: Stopped["stop"], facts: SaidFacts): Stopped {
  return { stop, reason: writeSaid(`said.market-${stop}`, facts) };
}

function between(before: bigint, after: bigint): SaidFacts {
  return { before: formatAmountShort(before), after: formatAmountShort(after) };
}

function textOf({ n, d }: Exact): string {
  return priceText(n, d) ?? "0";
}
