import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import * as v from "valibot";
import { type ListPlace, readPlace } from "./place.ts";

/** A day, and the number of somebody, as they stand in an address: what is none is as if it were not there. */
export const placedDay = v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined);
export const placedNumber = v.fallback(
  // In a saved view it is a text.
  v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.safeInteger(), v.minValue(1))),
  undefined,
);

/** A place in a list that the server narrows by more than every list's filter. */
export interface NarrowedGoing<Narrowed extends ListPlace> {
  readonly place: Narrowed;
  readonly go: (change: Partial<Narrowed>, how?: "step" | "replace") => void;
  readonly by: NarrowedBy<Narrowed>;
}

/** How such a place is read, and what of it the server is asked by besides what every list is. */
export interface NarrowedBy<Narrowed extends ListPlace> {
  readonly read: (search: unknown) => Narrowed;
  readonly askedBy: readonly (keyof Narrowed & string)[];
}

const EVERY_LIST = ["find", "show"] as const;
const PLAIN = { read: readPlace, askedBy: [] } as const;

/** The place in a list that the server searches, and narrows by nothing but every list's filter. */
export function useServedPlace(): NarrowedGoing<ListPlace> {
  return useNarrowedPlace<ListPlace>(PLAIN);
}

/** Other rows are shown from their beginning, and none of them is open. `by` is the same at each call. */
export function useNarrowedPlace<Narrowed extends ListPlace>(by: NarrowedBy<Narrowed>): NarrowedGoing<Narrowed> {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const place = useMemo(() => by.read(search), [by, search]);
  const go = useCallback(
    (change: Partial<Narrowed>, how: "step" | "replace" = "step") => {
      // As in `usePlace`: from where the address is by now.
      const next = (now: unknown) => narrowedPlaceWith(by, by.read(now), change);
      void navigate({ to: ".", search: next, replace: how === "replace", resetScroll: "after" in change });
    },
    [by, navigate],
  );
  return { place, go, by };
}

/** A place with what was changed, without what is not there. */
export function narrowedPlaceWith<Narrowed extends ListPlace>(
  { read, askedBy }: NarrowedBy<Narrowed>,
  place: Narrowed,
  change: Partial<Narrowed>,
): Narrowed {
  const asked: readonly string[] = [...EVERY_LIST, ...askedBy];
  // Asked for a second time, what is shown stays as it is, with the row that is open in it.
  const isOtherList = Object.entries(change).some(
    ([name, value]) => asked.includes(name) && value !== Reflect.get(place, name),
  );
  const next = { ...place, ...(isOtherList && { after: undefined, open: undefined }), ...change };
  return read(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)));
}
