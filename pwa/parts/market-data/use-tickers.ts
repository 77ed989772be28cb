import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import type { MarketState, Ticker } from "#schemas/market-data.ts";
import type { ListedAssetsOutput } from "#schemas/trustlines.ts";
import { LISTED_QUESTION, readKeptListed } from "./listed-assets.ts";
import { keepTickers, type KeptTickers, readKeptTickers } from "./kept-markets.ts";

const FRESH_MS = 5000;
const LISTED_FRESH_MS = 5 * 60_000;

export interface Tickers {
  /** Of every pair of listed assets, in the ledger's order of them. */
  readonly tickers: readonly Ticker[];
  /** Null where none were ever told. */
  readonly state: MarketState | null;
  /** When they were told, in ms since the epoch. */
  readonly seenAtMs: number | null;
  readonly isLoading: boolean;
}

/** What every listed pair did within 24 hours: every five seconds, or as this device was last told. */
export function useTickers(): Tickers {
  const userId = useSession().user?.id ?? 0;
  const { data, isFetching } = useQuery({
    queryKey: ["tickers", userId],
    queryFn: async ({ signal }): Promise<KeptTickers> => {
      const told = { answer: await call(MARKETS_ENDPOINTS.markets, { signal }), seenAtMs: nowMs() };
      keepTickers(userId, told);
      return told;
    },
    enabled: userId !== 0,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    refetchOnReconnect: true,
  });
  return useMemo(() => {
    const told = data ?? readKeptTickers(userId);
    return {
      tickers: told?.answer.tickers ?? [],
      state: told?.answer.state ?? null,
      seenAtMs: told?.seenAtMs ?? null,
      isLoading: told === null && isFetching,
    };
  }, [data, userId, isFetching]);
}

export type ListedAsset = ListedAssetsOutput["assets"][number];

/** The assets that are listed here, XLM not among them; null while that is not known. */
export function useListedAssets(): readonly ListedAsset[] | null {
  const { data } = useQuery({ ...LISTED_QUESTION, staleTime: LISTED_FRESH_MS });
  return useMemo(() => (data ?? readKeptListed())?.assets ?? null, [data]);
}
