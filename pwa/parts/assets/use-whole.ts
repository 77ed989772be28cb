import { useAtomValue } from "jotai";
import { useCallback, useMemo } from "react";
import { sortBalances } from "./balances.ts";
import { type Prices, usePrices } from "./use-prices.ts";
import { type Whole, wholeOf } from "./whole.ts";
import { accountOf } from "#pwa/parts/directory/strkey.ts";
import { useOwnPools } from "#pwa/parts/market-data/use-told-pools.ts";
import { useSession } from "#pwa/parts/session/session.tsx";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { useNow } from "#pwa/ui/now.ts";
import { useSteadyNow } from "#pwa/parts/journal/steady-now.ts";
import { movedSince } from "#pwa/parts/journal/moved-since.ts";
import { useJournal } from "#pwa/parts/journal/use-journal.ts";

const DAY_MS = 86_400_000;
const OPEN = { where: { state: "open" as const } };

export interface WholeState {
  readonly whole: Whole;
  readonly prices: Prices;
  /** When what pools hold was told, in ms; null where it never was. */
  readonly poolsAtMs: number | null;
  /** Whether the device is still reading its rows. */
  readonly isLoading: boolean;
}

/** What this person has, wherever it is: from this device's rows, and the prices and pools as it was told of them. */
export function useWhole(): WholeState {
  const ownAddress = useSession().user?.walletAddress;
  const balances = useRows("balances");
  const claimables = useRows("claimable_balances", OPEN);
  const orders = useRows("orders", OPEN);
  const stakes = useRows("user_stakes");
  const marketPools = useRows("liquidity_pools");
  const pools = useOwnPools();
  const prices = usePrices();
  const now = useNow();
  // The time matters to what waits to be claimed, and to nothing else.
  const nowMs = claimables.rows.length === 0 ? 0 : now;
  const movedToday = useMovedToday();
  const isOwn = useCallback((address: string) => accountOf(address) === ownAddress, [ownAddress]);
  const whole = useMemo(
    () =>
      wholeOf({
        balances: sortBalances(balances.rows),
        poolShares: pools.rows,
        poolOf: (poolId) => pools.byId.get(poolId) ?? null,
        claimables: claimables.rows,
        stakes: stakes.rows,
        marketPools: marketPools.rows,
        orders: orders.rows,
        priceOf: prices.priceOf,
        isOwn,
        nowMs,
        movedToday,
      }),
    [
      balances.rows,
      pools,
      claimables.rows,
      stakes.rows,
      marketPools.rows,
      orders.rows,
      prices.priceOf,
      isOwn,
      nowMs,
      movedToday,
    ],
  );
  const isLoading =
    balances.isLoading ||
    claimables.isLoading ||
    stakes.isLoading ||
    marketPools.isLoading ||
    orders.isLoading ||
    pools.isReading;
  return { whole, prices, poolsAtMs: pools.readAtMs, isLoading };
}

/** By how much each asset changed within 24 hours; null while not all of them has been read, or has reached this device. */
function useMovedToday(): ReadonlyMap<string, bigint> | null {
  const fromMs = useSteadyNow() - DAY_MS;
  const { pieces, floorMs, isComplete } = useJournal(fromMs);
  const isWhole = useAtomValue(syncStatusAtom).firstSync === null;
  const isRead = isWhole && (isComplete || floorMs <= fromMs);
  return useMemo(() => (isRead ? movedSince(pieces, fromMs) : null), [isRead, pieces, fromMs]);
}
