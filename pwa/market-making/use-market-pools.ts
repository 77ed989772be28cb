import { useMemo } from "react";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";

export type MarketPool = LocalRow<"liquidity_pools">;
export type TradingWallet = LocalRow<"trading_wallets">;
export type MarketTrade = LocalRow<"market_making_trades">;

/** Own market-making pools from this device's rows: the newest first, what is over last. */
export function useMarketPools(): { readonly pools: readonly MarketPool[]; readonly isLoading: boolean } {
  const { rows, isLoading } = useRows("liquidity_pools");
  return useMemo(
    () => ({
      pools: rows.toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)) || other.id - one.id),
      isLoading,
    }),
    [rows, isLoading],
  );
}

/** Whether nothing of it is left to be started, changed or given back. */
export function isOver({ status }: Pick<MarketPool, "status">): boolean {
  return status === "closed" || status === "failed";
}
