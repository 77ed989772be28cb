import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import * as v from "valibot";
import { ListPlace, type Place } from "#pwa/console/desk/place.ts";

const day = v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined);
const number = v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined);
export const DECIDED = ["credited", "rejected", "failed"] as const;

/** What of the decided deposits stands in the page's address besides what of every list does. */
export const DecidedPlace = v.object({
  ...ListPlace.entries,
  status: v.fallback(v.optional(v.picklist(DECIDED)), undefined),
  method: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{1,31}$/))), undefined),
  user: number,
  from: day,
  to: day,
});
export type DecidedPlace = v.InferOutput<typeof DecidedPlace>;

export function readDecidedPlace(search: unknown): DecidedPlace {
  return v.parse(v.fallback(DecidedPlace, {}), search);
}

export interface DecidedGoing extends Place {
  readonly place: DecidedPlace;
  readonly go: (change: Partial<DecidedPlace>, how?: "step" | "replace") => void;
}

/** Other deposits are shown from their beginning, and none of them is open. */
export function useDecidedPlace(): DecidedGoing {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const place = useMemo(() => readDecidedPlace(search), [search]);
  const go = useCallback(
    (change: Partial<DecidedPlace>, how: "step" | "replace" = "step") => {
      const next = decidedPlaceWith(place, change);
      void navigate({ to: ".", search: next, replace: how === "replace", resetScroll: "after" in change });
    },
    [navigate, place],
  );
  return { place, go };
}

/** What the server is asked by, another of which shows other deposits. */
const ASKED_BY = ["status", "method", "user", "from", "to"];

/** A place with what was changed, without what is not there. */
export function decidedPlaceWith(place: DecidedPlace, change: Partial<DecidedPlace>): DecidedPlace {
  const isOtherList = Object.keys(change).some((name) => ASKED_BY.includes(name));
  const next = { ...place, ...(isOtherList && { after: undefined, open: undefined }), ...change };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}
