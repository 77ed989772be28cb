import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
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

/**
 * What the server answers to operators: asked when a screen opens, when somebody comes back to its window, and after every act.
 * Between them nothing asks by itself, or no operator's session would ever idle out, but for `followMs`.
 */
export function useAsk<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  { followMs = null, isOn = true }: { readonly followMs?: number | null; readonly isOn?: boolean } = {},
): Asked<OutputOf<E>> {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: [endpoint.path, options],
    queryFn: ({ signal }) => call(endpoint, { ...options, signal }),
    enabled: isOn,
    staleTime: 0,
    gcTime: KEPT_MS,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchOnReconnect: "always",
    refetchInterval: followMs ?? false,
  });
  const again = useCallback(() => void refetch(), [refetch]);
  return { value: data ?? null, atMs: dataUpdatedAt, isAsking: isFetching, error, again };
}

/** Has everything asked anew that is shown of these endpoints, as after an act. */
export function useAskAgain(): (...endpoints: readonly Endpoint[]) => void {
  const queries = useQueryClient();
  return useCallback(
    (...endpoints: readonly Endpoint[]) => {
      for (const { path } of endpoints) void queries.invalidateQueries({ queryKey: [path] });
    },
    [queries],
  );
}
