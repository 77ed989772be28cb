import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { useVisible } from "#pwa/platform/device/visible.ts";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import type { PoolSummary } from "#schemas/market-data.ts";
import { keepPools, type KeptPools, readKeptPools } from "./kept-pools.ts";

const NONE: readonly LocalRow<"pool_shares">[] = [];
/** What a share is worth follows the market as prices do. */
const OWN_EVERY_MS = 60_000;
/** How soon it is asked again where what was told is from before one's last deposit or withdrawal. */
const BEHIND_MS = 2000;

export interface ToldPools {
  /** One's own shares; one and the same as long as nothing changes. */
  readonly rows: readonly LocalRow<"pool_shares">[];
  readonly isReading: boolean;
  /** As told now, or as this device was last told; null where it never was. */
  readonly told: KeptPools | null;
  readonly isKept: boolean;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refresh: () => void;
}

function isBehind(rows: readonly LocalRow<"pool_shares">[], told: KeptPools | undefined): boolean {
  return told !== undefined && rows.some(({ asOfLedger }) => asOfLedger > told.answer.ledger);
}

/** Asks for the pools every so often and keeps those of which the person has a share; `needs` says whether to ask at all. */
export function useToldPools(everyMs: number, needs: "all pools" | "own pools"): ToldPools {
  const userId = useSession().user?.id ?? 0;
  const [isOnline, isVisible] = [useOnline(), useVisible()];
  const { rows: read, isLoading: isReading } = useRows("pool_shares");
  const rows = isReading ? NONE : read;
  const isNeeded = needs === "all pools" || rows.length > 0;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["pools", userId],
    queryFn: async ({ signal }): Promise<KeptPools> => ({
      readAtMs: nowMs(),
      answer: await call(MARKETS_ENDPOINTS.marketPools, { signal }),
    }),
    enabled: userId !== 0 && isOnline && isVisible && isNeeded,
    refetchInterval: ({ state }) => (isBehind(rows, state.data) ? BEHIND_MS : everyMs),
    staleTime: everyMs,
  });
  useEffect(() => {
    if (data !== undefined && !isReading) keepPools(userId, data, new Set(rows.map(({ uid }) => uid)));
  }, [data, rows, isReading, userId]);
  const told = useMemo(() => {
    // While the markets are being read in, what was known before is worth more than nothing.
    const isTelling = data !== undefined && data.answer.state !== "building";
    return isTelling || userId === 0 ? (data ?? null) : (readKeptPools(userId) ?? data ?? null);
  }, [data, userId]);
  return {
    rows,
    isReading,
    told,
    isKept: data === undefined || !isOnline,
    error,
    isFetching,
    refresh: () => void refetch(),
  };
}

export interface OwnPools {
  readonly rows: readonly LocalRow<"pool_shares">[];
  readonly isReading: boolean;
  /** By their ids; those of one's own of which nothing is known are left out. */
  readonly byId: ReadonlyMap<string, PoolSummary>;
  /** When they were told, in ms; null where they never were. */
  readonly readAtMs: number | null;
}

/** The pools that the person has a share of: nobody is asked where there is none. */
export function useOwnPools(): OwnPools {
  const { rows, isReading, told } = useToldPools(OWN_EVERY_MS, "own pools");
  return useMemo(() => {
    const own = new Set(rows.map(({ uid }) => uid));
    const pools = (told?.answer.pools ?? []).filter(({ poolId }) => own.has(poolId));
    return {
      rows,
      isReading,
      byId: new Map(pools.map((pool) => [pool.poolId, pool])),
      readAtMs: told?.readAtMs ?? null,
    };
  }, [rows, isReading, told]);
}
