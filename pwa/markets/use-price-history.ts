import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "#pwa/app/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { assetKeyOf } from "#pwa/transactions/movement.ts";
import { ENDPOINTS } from "#schemas/endpoints.ts";
import type { PricePoint, PriceRange } from "#schemas/markets.ts";
import { keepHistory, readKeptHistory } from "./kept-prices.ts";

const FRESH_MS = 5 * 60_000;

export interface PriceHistory {
  /** Oldest first; none for times in which nothing was traded. */
  readonly points: readonly PricePoint[];
  /** When the server told it, ISO 8601; null where it never did. */
  readonly at: string | null;
  /** Whether nothing is there to be shown yet and the server is being asked. */
  readonly isLoading: boolean;
}

/** The price of an asset (its issuer is empty for XLM) over a time, as told lately or as this device was last told. */
export function usePriceHistory(
  asset: { readonly assetCode: string; readonly issuer: string },
  range: PriceRange,
): PriceHistory {
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const key = assetKeyOf(asset);
  const name = `${key} ${range}`;
  const { data, isFetching } = useQuery({
    queryKey: ["price history", userId, key, range],
    queryFn: async ({ signal }) => {
      const { points } = await call(ENDPOINTS.priceHistory, { query: { asset: key, range }, signal });
      const history = { name, readAtMs: nowMs(), points };
      keepHistory(userId, history);
      return history;
    },
    enabled: userId !== 0,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    refetchOnReconnect: true,
  });
  const history = useMemo(() => data ?? (userId === 0 ? null : readKeptHistory(userId, name)), [data, userId, name]);
  return {
    points: history?.points ?? [],
    at: history === null ? null : new Date(history.readAtMs).toISOString(),
    isLoading: history === null && isFetching,
  };
}
