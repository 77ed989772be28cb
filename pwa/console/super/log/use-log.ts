import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { Asked } from "#pwa/console/desk/ask.ts";
import { call } from "#pwa/platform/api/call.ts";
import { LOGS_ENDPOINTS } from "#schemas/endpoints/logs.ts";
import type { LogLine, LogOutput } from "#schemas/logs.ts";
import type { filtersOf } from "./log-place.ts";

export interface LogPages {
  readonly asked: Asked<readonly LogLine[]>;
  /** Days that lines are kept; null before the server said so. */
  readonly keptDays: number | null;
  readonly hasMore: boolean;
  readonly isReadingOn: boolean;
  readonly more: () => void;
}

/** Lines of the log, newest first. Each question is noted by the server, so that none is asked by itself: not on coming back, not in a while. */
export function useLog(filters: ReturnType<typeof filtersOf>): LogPages {
  const queries = useQueryClient();
  const queryKey = [LOGS_ENDPOINTS.log.path, filters];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(LOGS_ENDPOINTS.log, { query: { ...filters, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  function again() {
    // What was read on from there would be asked for page by page as well.
    queries.setQueryData<InfiniteData<LogOutput>>(queryKey, (now) => now && firstOf(now));
    void query.refetch();
  }
  return {
    asked: {
      value: query.data?.pages.flatMap(({ lines }) => lines) ?? null,
      atMs: query.dataUpdatedAt,
      isAsking: query.isFetching,
      error: query.error,
      again,
    },
    keptDays: query.data?.pages.at(-1)?.keptDays ?? null,
    hasMore: query.hasNextPage,
    isReadingOn: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
  };
}

function firstOf<Page, Param>({ pages, pageParams }: InfiniteData<Page, Param>): InfiniteData<Page, Param> {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}
