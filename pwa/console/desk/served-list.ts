import type { ListPlace } from "./place.ts";

/** By what the server is asked for the rows of a list, without where one stands in it. */
export type ServedQuery = Readonly<Record<string, string | number | undefined>>;

/** A list of which the server has more than it shows at once: it searches and narrows all of it. */
export interface Served {
  readonly query: ServedQuery;
  /** Where the next page goes on; null for the last. */
  readonly next: number | null;
  /** Whether some of it is left out, where the query does not tell: one of its parts may be what the list is. */
  readonly isNarrowed?: boolean;
}

/** What every list is asked by. */
export function searchedBy({ find = "", show = "" }: Pick<ListPlace, "find" | "show">) {
  return { find, show };
}

/** Whether anything is left out by it. */
export function isNarrowedBy(query: ServedQuery): boolean {
  return Object.values(query).some((value) => value !== undefined && value !== "" && value !== "all");
}
