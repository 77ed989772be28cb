import { useMemo } from "react";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";

export type Automation = LocalRow<"automated_trading">;
export type Signal = LocalRow<"trading_signals">;

/** Own automations from this device's rows: the newest first, what is over last. */
export function useAutomations(): { readonly automations: readonly Automation[]; readonly isLoading: boolean } {
  const { rows, isLoading } = useRows("automated_trading");
  return useMemo(
    () => ({
      automations: rows.toSorted((one, other) => rankOf(one) - rankOf(other) || other.id - one.id),
      isLoading,
    }),
    [rows, isLoading],
  );
}

function rankOf(automation: Automation): number {
  return isOver(automation) ? 1 : 0;
}

export function isOver({ status }: Pick<Automation, "status">): boolean {
  return status === "stopped";
}
