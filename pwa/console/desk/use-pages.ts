import { useInfiniteQuery } from "@tanstack/react-query";
import type { Asked } from "./ask.ts";

/** A page of what somebody has, and the number from which the next goes on. */
export interface PageOf<Row> {
  readonly rows: readonly Row[];
  readonly next: number | null;
}

export interface Pages<Row> {
  readonly asked: Asked<readonly Row[]>;
  readonly hasMore: boolean;
  readonly more: () => void;
}

/** Rows of somebody, more of them as they are asked for. `path` is the endpoint's: what is asked anew after an act. */
export function usePages<Row>(
  path: string,
  id: number,
  ask: (before: number | undefined, signal: AbortSignal) => Promise<PageOf<Row>>,
): Pages<Row> {
  const query = useInfiniteQuery({
    queryKey: [path, id],
    queryFn: ({ pageParam, signal }) => ask(pageParam ?? undefined, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last: PageOf<Row>) => last.next,
    staleTime: 0,
    refetchOnMount: "always",
  });
  return {
    asked: {
      value: query.data?.pages.flatMap(({ rows }) => rows) ?? null,
      atMs: query.dataUpdatedAt,
      isAsking: query.isFetching,
      error: query.error,
      again: () => void query.refetch(),
    },
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
  };
}
