import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import * as v from "valibot";

/** What is no text of that length is as if it were not there: addresses are typed, cut and passed on. */
function text(most: number) {
  const read = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1), v.maxLength(most));
  return v.fallback(v.optional(read), undefined);
}
const count = v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined);

/** What of a list stands in the page's address, so that going back, reloading and links show the same. */
export const ListPlace = v.object({
  /** What is searched for. */
  find: text(100),
  /** The chosen filter of the list. */
  show: text(40),
  /** The column that it is sorted by, with a minus before it from the largest down. */
  sort: text(40),
  /** Columns that are not shown, by commas. */
  hide: text(200),
  /** Which page of the list: what follows the row of this number. */
  after: count,
  /** The row that is open. */
  open: count,
});
export type ListPlace = v.InferOutput<typeof ListPlace>;

export function readPlace(search: unknown): ListPlace {
  return v.parse(v.fallback(ListPlace, {}), search);
}

/** A place with what was changed, without what is not there. */
export function placeWith(place: ListPlace, change: Partial<ListPlace>): ListPlace {
  return Object.fromEntries(Object.entries({ ...place, ...change }).filter(([, value]) => value !== undefined));
}

/** What else stands in the address: a tab may have more in it than every list does. */
function besides(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !(name in ListPlace.entries)));
}

export interface Place {
  readonly place: ListPlace;
  /** Goes to the same tab otherwise: one step back leads to what was before, but for `replace`. */
  readonly go: (change: Partial<ListPlace>, how?: "step" | "replace") => void;
  /** How more of it is read than every list has, where it has more. */
  readonly by?: PlaceParts;
}

/** The parts of a place by which one list is narrowed. */
export interface PlaceParts {
  readonly read: (search: unknown) => ListPlace;
  readonly askedBy: readonly string[];
}

export function usePlace(): Place {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  // What a list has there besides, such as filters of its own, goes along.
  const place = useMemo((): ListPlace => ({ ...search, ...readPlace(search) }), [search]);
  const go = useCallback(
    (change: Partial<ListPlace>, how: "step" | "replace" = "step") => {
      // What is opened or typed leaves the list where it is; another page of it begins at its top.
      const resetScroll = "after" in change;
      // From where the address is by now, not from what was last drawn: a slow page would take back a row just opened.
      const next = (now: Readonly<Record<string, unknown>>) => ({
        ...besides(now),
        ...placeWith({ ...now, ...readPlace(now) }, change),
      });
      void navigate({ to: ".", search: next, replace: how === "replace", resetScroll });
    },
    [navigate],
  );
  return { place, go };
}
