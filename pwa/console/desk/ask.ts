import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { call, type CallOptions } from "#pwa/platform/api/call.ts";
import type { Endpoint, OutputOf } from "#schemas/endpoints.ts";

/** How long a list that was left is there at once for who comes back to it. */
const KEPT_MS = 10 * 60_000;

export interface Asked<T> {
  /** The last answer, null before there is one. */
  readonly value: T | null;
  /** When it came, in ms since the epoch. */
  readonly atMs: number;
  readonly isAsking: boolean;
  /** Why the last question found no answer, null where it did. */
  readonly error: Error | null;
  readonly again: () => void;
}

interface AskOptions {
  readonly followMs?: number | null;
  readonly isOn?: boolean;
  /** Whether it takes the server so long that it is asked only by who wants it. */
  readonly isCostly?: boolean;
  /** Whether what was asked for before stands until it is answered, as where somebody types what they look for. */
  readonly keepsFormer?: boolean;
}

/**
 * What the server answers to operators: asked when a screen opens, when somebody comes back to its window, and after every act.
 * Between them nothing asks by itself, or no operator's session would ever idle out, but for `followMs`.
 */
export function useAsk<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  { followMs = null, isOn = true, isCostly = false, keepsFormer = false }: AskOptions = {},
): Asked<OutputOf<E>> {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: [endpoint.path, options],
    queryFn: ({ signal }) => call(endpoint, { ...options, signal }),
    enabled: isOn,
    staleTime: 0,
    gcTime: KEPT_MS,
    refetchOnMount: isCostly ? false : "always",
    refetchOnWindowFocus: isCostly ? false : "always",
    refetchOnReconnect: isCostly ? false : "always",
    refetchInterval: followMs ?? false,
    ...(keepsFormer && { placeholderData: keepPreviousData }),
  });
  const again = useCallback(() => void refetch(), [refetch]);
  return { value: data ?? null, atMs: dataUpdatedAt, isAsking: isFetching, error, again };
}

/** Asks anew whenever what the socket tells of it, as one text, is another. */
export function useAgainOn(again: () => void, sign: string): void {
  const former = useRef(sign);
  useEffect(() => {
    if (former.current === sign) return;
    former.current = sign;
    again();
  }, [again, sign]);
}

/** After an act: everything of operators that is shown is asked anew, and what was left is when it is shown again. */
export function useAskAgain(): () => void {
  const queries = useQueryClient();
  return useCallback(
    () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === "string" && path.startsWith("/api/admin/"),
      }),
    [queries],
  );
}
