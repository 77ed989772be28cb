import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { useNow } from "#pwa/ui/now.ts";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import type { AssetPrice } from "#schemas/markets.ts";
import { keepPrices, readKeptPrices } from "./kept-prices.ts";

const FRESH_MS = 60_000;
/** Prices that were read longer ago than this are said to be old. */
const OLD_MS = 15 * 60_000;

export interface Prices {
  /** `issuer` is empty for XLM. Null for an asset nobody told of yet; its `usd` and `xlm` are null where no market tells. */
  readonly priceOf: (assetCode: string, issuer: string) => AssetPrice | null;
  /** When the markets were read; null where this device was told of no prices yet. */
  readonly at: string | null;
  /** Whether that is so long ago that it must be said beside every value. */
  readonly isOld: boolean;
}

/** What the listed assets and the user's own are worth: as told within the last minute, or as this device was last told. */
export function usePrices(): Prices {
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const { data } = useQuery({
    queryKey: ["prices", userId],
    queryFn: async ({ signal }) => {
      const answer = await call(MARKETS_ENDPOINTS.prices, { signal });
      keepPrices(userId, answer);
      return answer;
    },
    enabled: userId !== 0,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    refetchOnReconnect: true,
  });
  const answer = useMemo(() => data ?? (userId === 0 ? null : readKeptPrices(userId)), [data, userId]);
  const byKey = useMemo(() => new Map(answer?.prices.map((price) => [keyOf(price), price])), [answer]);
  const priceOf = useCallback(
    (assetCode: string, issuer: string) => byKey.get(keyOf({ assetCode, issuer })) ?? null,
    [byKey],
  );
  const now = useNow();
  const at = answer?.at ?? null;
  const isOld = at !== null && now - Date.parse(at) > OLD_MS;
  return useMemo(() => ({ priceOf, at, isOld }), [priceOf, at, isOld]);
}

function keyOf({ assetCode, issuer }: Pick<AssetPrice, "assetCode" | "issuer">): string {
  return `${assetCode}-${issuer}`;
}
