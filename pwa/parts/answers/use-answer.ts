import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useState } from "react";
import * as v from "valibot";
import { useSession } from "#pwa/parts/session/session.tsx";
import { HttpError } from "#pwa/platform/api/http-error.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { isOnline as hasNetwork, useOnline } from "#pwa/platform/device/online.ts";
import { syncStatusAtom } from "#pwa/platform/sync/sync-status.ts";
import { keepAnswer, type KeptAnswer, readKeptAnswer } from "./kept-answer.ts";

/** How often a question that found no answer is asked again, as long as there seems to be a network. */
const UNANSWERED_EVERY_MS = 5000;

/** A question to the server whose last answer is kept on the device, to be read without a connection. */
export interface Question<T> {
  readonly path: string;
  readonly schema: v.GenericSchema<unknown, T>;
  readonly ask: (options: { readonly signal?: AbortSignal }) => Promise<T>;
}

export interface Answer<T> {
  /** The server's, or the last one this device kept; null where there is neither. */
  readonly value: T | null;
  /** When a kept answer was given, in ms since the epoch; null for one that the server gave just now. */
  readonly keptAtMs: number | null;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  /** Whether the server is there to take a change, as far as is known. */
  readonly canChange: boolean;
  /** Takes what the server answered to a change. */
  readonly put: (value: T) => void;
  /** Asks the server anew. */
  readonly refresh: () => void;
}

/** Asks when a screen opens, and again after it failed: at once when the connection is back, and until there is an answer. */
export function useAnswer<T>({ path, schema, ask }: Question<T>): Answer<T> {
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const queries = useQueryClient();
  const isOnline = useOnline();
  const isLive = useAtomValue(syncStatusAtom).state === "live";
  const [kept] = useState<KeptAnswer<T> | null>(() => readKeptAnswer(userId, path, schema));
  const { data, isPending, isError, errorUpdateCount, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => ask({ signal }),
    // What protects an account may change elsewhere: every opening of a screen asks anew.
    gcTime: 0,
    // A call that fails in the moment of reconnecting is followed by no other event that would have it made again.
    refetchInterval: ({ state }) => (hasNetwork() && isPassing(state.error) ? UNANSWERED_EVERY_MS : false),
  });
  // While it is asked again, what is known of the server is that it did not answer.
  const hasFailed = isError || (isPending && errorUpdateCount > 0);
  useEffect(() => {
    if (data !== undefined) keepAnswer(userId, path, data, nowMs());
  }, [data, userId, path]);
  useEffect(() => {
    if ((isOnline || isLive) && isError) void refetch();
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- a failure alone asks nothing: the next one would follow at once.
  }, [isOnline, isLive]);
  const put = useCallback((value: T) => queries.setQueryData<unknown>([path], value), [queries, path]);
  const refresh = useCallback(() => void refetch(), [refetch]);
  return {
    value: data ?? kept?.value ?? null,
    keptAtMs: data === undefined ? (kept?.atMs ?? null) : null,
    isLoading: isPending && !hasFailed,
    hasFailed,
    canChange: isOnline && !hasFailed,
    put,
    refresh,
  };
}

/** Whether asking again may help: there was no answer, or none that refuses. */
function isPassing(error: Error | null): boolean {
  return error instanceof TypeError || (error instanceof HttpError && error.status >= 500);
}
