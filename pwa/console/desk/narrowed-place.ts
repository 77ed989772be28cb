import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import * as v from "valibot";
import type { ListPlace } from "./place.ts";

/** A day, and the number of somebody, as they stand in an address: what is none is as if it were not there. */
export const placedDay = v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined);
export const placedNumber = v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined);

/** A place in a list that the server narrows by more than every list's filter. */
export interface NarrowedGoing<Narrowed extends ListPlace> {
  readonly place: Narrowed;
  readonly go: (change: Partial<Narrowed>, how?: "step" | "replace") => void;
}

/** How such a place is read, and what of it the server is asked by. */
export interface NarrowedBy<Narrowed extends ListPlace> {
  readonly read: (search: unknown) => Narrowed;
  readonly askedBy: readonly (keyof Narrowed & string)[];
}

/** Other rows are shown from their beginning, and none of them is open. `by` is the same at each call. */
export function useNarrowedPlace<Narrowed extends ListPlace>(by: NarrowedBy<Narrowed>): NarrowedGoing<Narrowed> {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const place = useMemo(() => by.read(search), [by, search]);
  const go = useCallback(
    (change: Partial<Narrowed>, how: "step" | "replace" = "step") => {
      const next = narrowedPlaceWith(by, place, change);
      void navigate({ to: ".", search: next, replace: how === "replace", resetScroll: "after" in change });
    },
    [by, navigate, place],
  );
  return { place, go };
}

/** A place with what was changed, without what is not there. */
export function narrowedPlaceWith<Narrowed extends ListPlace>(
  { read, askedBy }: NarrowedBy<Narrowed>,
  place: Narrowed,
  change: Partial<Narrowed>,
): Narrowed {
  const isOtherList = Object.keys(change).some((name) => askedBy.some((each) => each === name));
  const next = { ...place, ...(isOtherList && { after: undefined, open: undefined }), ...change };
  return read(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)));
}
