import type { ListPlace } from "./place.ts";

/** All that a list's filters mean, whichever pages it stands on, as many as they were when somebody chose them. */
export interface AllMatching {
  readonly count: number;
  /** The filters that were meant. */
  readonly find: string;
  readonly show: string;
}

/** What is chosen in a list: rows of its page, or all that match. */
export type Chosen =
  | { readonly kind: "rows"; readonly ids: readonly number[] }
  | ({ readonly kind: "all" } & AllMatching);

/** What is chosen now: of all that matched, nothing is left once the filters are others. */
export function chosenNow(ids: readonly number[], all: AllMatching | null, place: ListPlace): Chosen {
  const { find = "", show = "" } = place;
  if (all !== null && all.find === find && all.show === show) return { kind: "all", ...all };
  return { kind: "rows", ids };
}

/** As the server is told which rows are meant. */
export function queryOf(chosen: Chosen, place: ListPlace): Readonly<Record<string, string | number | undefined>> {
  if (chosen.kind === "all") return { find: chosen.find, show: chosen.show, count: chosen.count };
  const { show } = place;
  return chosen.ids.length === 0 ? { find: place.find, show } : { rows: chosen.ids.join(","), show };
}
