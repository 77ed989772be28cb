import * as v from "valibot";
import {
  type NarrowedGoing,
  narrowedPlaceWith,
  placedDay,
  placedNumber,
  useNarrowedPlace,
} from "#pwa/console/desk/narrowed-place.ts";
import { ListPlace } from "#pwa/console/desk/place.ts";
import { SUBMISSION_KINDS } from "#schemas/all-submissions.ts";
import { SubmissionState } from "#schemas/wallet.ts";

/** What of all payments stands in the page's address besides what of every list does. */
export const AllPlace = v.object({
  ...ListPlace.entries,
  state: v.fallback(v.optional(SubmissionState), undefined),
  kind: v.fallback(v.optional(v.picklist(SUBMISSION_KINDS)), undefined),
  user: placedNumber,
  from: placedDay,
  to: placedDay,
});
export type AllPlace = v.InferOutput<typeof AllPlace>;

export function readAllPlace(search: unknown): AllPlace {
  return v.parse(v.fallback(AllPlace, {}), search);
}

export type AllGoing = NarrowedGoing<AllPlace>;

/** None of what the server is asked by, another of which shows other payments. */
export const NO_FILTER = {
  state: undefined,
  kind: undefined,
  user: undefined,
  from: undefined,
  to: undefined,
} as const satisfies Partial<AllPlace>;

const ASKED_BY = ["state", "kind", "user", "from", "to"] as const satisfies (keyof typeof NO_FILTER)[];
const NARROWED_BY = { read: readAllPlace, askedBy: ASKED_BY } as const;

export function useAllPlace(): AllGoing {
  return useNarrowedPlace<AllPlace>(NARROWED_BY);
}

/** A place with what was changed, without what is not there. */
export function allPlaceWith(place: AllPlace, change: Partial<AllPlace>): AllPlace {
  return narrowedPlaceWith<AllPlace>(NARROWED_BY, place, change);
}

export function isNarrowed(place: AllPlace): boolean {
  return ASKED_BY.some((name) => place[name] !== undefined);
}
