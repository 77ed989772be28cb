import * as v from "valibot";
import {
  type NarrowedGoing,
  narrowedPlaceWith,
  placedDay,
  placedNumber,
  useNarrowedPlace,
} from "#pwa/console/desk/narrowed-place.ts";
import { ListPlace } from "#pwa/console/desk/place.ts";

export const DECIDED = ["credited", "rejected", "failed"] as const;

/** What of the decided deposits stands in the page's address besides what of every list does. */
export const DecidedPlace = v.object({
  ...ListPlace.entries,
  status: v.fallback(v.optional(v.picklist(DECIDED)), undefined),
  method: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{1,31}$/))), undefined),
  user: placedNumber,
  from: placedDay,
  to: placedDay,
});
export type DecidedPlace = v.InferOutput<typeof DecidedPlace>;

export function readDecidedPlace(search: unknown): DecidedPlace {
  return v.parse(v.fallback(DecidedPlace, {}), search);
}

export type DecidedGoing = NarrowedGoing<DecidedPlace>;

/** What the server is asked by, another of which shows other deposits. */
const NARROWED_BY = { read: readDecidedPlace, askedBy: ["status", "method", "user", "from", "to"] } as const;

export function useDecidedPlace(): DecidedGoing {
  return useNarrowedPlace<DecidedPlace>(NARROWED_BY);
}

/** A place with what was changed, without what is not there. */
export function decidedPlaceWith(place: DecidedPlace, change: Partial<DecidedPlace>): DecidedPlace {
  return narrowedPlaceWith<DecidedPlace>(NARROWED_BY, place, change);
}
