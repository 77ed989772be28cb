import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { call } from "#pwa/platform/api/call.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { MARKETS_ENDPOINTS } from "#schemas/endpoints/markets.ts";
import type { PricePoint, PriceRange } from "#schemas/markets.ts";
import { keepHistory, type KeptHistory, readKeptHistory } from "./kept-prices.ts";

const FRESH_MS = 5 * 60_000;

export interface PriceHistory {
  /** Oldest first; none for times in which nothing was traded. */
  readonly points: readonly PricePoint[];
  /** When the server told it, ISO 8601; null where it never did. */
  readonly at: string | null;
  /** Whether nothing is there to be shown yet and the server is being asked. */
  readonly isLoading: boolean;
}

export interface PriceHistories {
  /** By `XLM` or `CODE-ISSUER`; one of which nothing is known yet is left out. */
  readonly histories: ReadonlyMap<string, readonly PricePoint[]>;
  /** When the server told the oldest of them, ISO 8601; null where it told none. */
  readonly at: string | null;
  /** Whether one of which nothing is known yet is being asked for. */
  readonly isLoading: boolean;
}

/** The price of an asset (its issuer is empty for XLM) over a time, as told lately or as this device was last told. */
export function usePriceHistory(
  asset: { readonly assetCode: string; readonly issuer: string },
  range: PriceRange,
): PriceHistory {
  const userId = useUserId();
  const key = assetKeyOf(asset);
  const { data, isFetching } = useQuery(historyQuery(userId, key, range));
  const history = useMemo(() => data ?? keptOf(userId, key, range), [data, userId, key, range]);
  return {
    points: history?.points ?? [],
    at: history === null ? null : instantOf(history),
    isLoading: history === null && isFetching,
  };
}

/** {@link usePriceHistory} for several assets at once, each `XLM` or `CODE-ISSUER`. */
export function usePriceHistories(assets: readonly string[], range: PriceRange): PriceHistories {
  const userId = useUserId();
  const named = assets.join(" ");
  const keys = useMemo(() => (named === "" ? [] : [...new Set(named.split(" "))]), [named]);
  const kept = useMemo(() => new Map(keys.map((key) => [key, keptOf(userId, key, range)])), [keys, userId, range]);
  const { answers, isFetching } = useQueries({
    queries: keys.map((key) => historyQuery(userId, key, range)),
    combine: collectAnswers,
  });
  return useMemo(() => {
    const found = keys.map((key, index) => ({ key, history: answers[index] ?? kept.get(key) ?? null }));
    const known = found.flatMap(({ key, history }) => (history === null ? [] : [{ key, history }]));
    const [oldest] = known.map(({ history }) => history).toSorted((left, right) => left.readAtMs - right.readAtMs);
    return {
      histories: new Map(known.map(({ key, history }) => [key, history.points])),
      at: oldest ? instantOf(oldest) : null,
      isLoading: found.some(({ history }, index) => history === null && isFetching[index] === true),
    };
  }, [keys, kept, answers, isFetching]);
}

function collectAnswers(results: readonly { readonly data: KeptHistory | undefined; readonly isFetching: boolean }[]) {
  return { answers: results.map(({ data }) => data), isFetching: results.map((result) => result.isFetching) };
}

function useUserId(): number {
  return useSession().user?.id ?? 0;
}

function keptOf(userId: number, key: string, range: PriceRange): KeptHistory | null {
  return userId === 0 ? null : readKeptHistory(userId, nameOf(key, range));
}

function nameOf(key: string, range: PriceRange): string {
  return `${key} ${range}`;
}

function instantOf({ readAtMs }: KeptHistory): string {
  return new Date(readAtMs).toISOString();
}

function historyQuery(userId: number, key: string, range: PriceRange) {
  return {
    queryKey: ["price history", userId, key, range],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<KeptHistory> => {
      const { points } = await call(MARKETS_ENDPOINTS.priceHistory, { query: { asset: key, range }, signal });
      const history = { name: nameOf(key, range), readAtMs: nowMs(), points };
      keepHistory(userId, history);
      return history;
    },
    enabled: userId !== 0,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    refetchOnReconnect: true,
  };
}
