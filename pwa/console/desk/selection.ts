import type { ServedQuery } from "./served-list.ts";

/** All that a list's filters mean, whichever pages it stands on, as many as they were when somebody chose them. */
export interface AllMatching {
  readonly count: number;
  /** The filters that were meant. */
  readonly query: ServedQuery;
}

/** What is chosen in a list: rows of its page, or all that match. */
export type Chosen =
  | { readonly kind: "rows"; readonly ids: readonly number[] }
  | ({ readonly kind: "all" } & AllMatching);

/** What is chosen now: of all that matched, nothing is left once the filters are others. */
export function chosenNow(ids: readonly number[], all: AllMatching | null, query: ServedQuery): Chosen {
  if (all !== null && isSame(all.query, query)) return { kind: "all", ...all };
  return { kind: "rows", ids };
}

function isSame(one: ServedQuery, other: ServedQuery): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

/** As the server is told which rows are meant. */
export function queryOf(chosen: Chosen, query: ServedQuery): ServedQuery {
  if (chosen.kind === "all") return { ...chosen.query, count: chosen.count };
  return chosen.ids.length === 0 ? query : { ...query, find: undefined, rows: chosen.ids.join(",") };
}
