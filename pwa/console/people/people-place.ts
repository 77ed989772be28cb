import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import * as v from "valibot";
import { PeopleSort } from "#schemas/people.ts";
import type { ViewPlace } from "#schemas/saved-views.ts";

/** What is no text of that length is as if it were not there: addresses are typed, cut and passed on. */
function text(most: number) {
  const read = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1), v.maxLength(most));
  return v.fallback(v.optional(read), undefined);
}
const yesOrNo = v.fallback(v.optional(v.picklist(["yes", "no"])), undefined);
const day = v.fallback(v.optional(v.pipe(v.string(), v.isoDate())), undefined);

export const PARTS = ["profile", "wallet", "movements", "submissions", "deposits", "security", "operators"] as const;
export type PersonPart = (typeof PARTS)[number];

/** What of the people stands in the page's address, so that going back, reloading and links show the same. */
export const PeoplePlace = v.object({
  /** What is searched for. */
  find: text(254),
  frozen: yesOrNo,
  factor: yesOrNo,
  deposit: yesOrNo,
  from: day,
  to: day,
  sort: v.fallback(v.optional(PeopleSort), undefined),
  /** Which page of the list: what follows this place in it. */
  after: text(200),
  /** Whose page is open. */
  open: v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined),
  /** Which part of it. */
  part: v.fallback(v.optional(v.picklist(PARTS)), undefined),
});
export type PeoplePlace = v.InferOutput<typeof PeoplePlace>;

export function readPeoplePlace(search: unknown): PeoplePlace {
  return v.parse(v.fallback(PeoplePlace, {}), search);
}

/** A place with what was changed, without what is not there. Other people are shown from their beginning. */
export function placeWith(place: PeoplePlace, change: Partial<PeoplePlace>): PeoplePlace {
  const isOtherList = Object.entries(change).some(
    ([name, value]) => !["after", "open", "part"].includes(name) && value !== Reflect.get(place, name),
  );
  const next = { ...place, ...(isOtherList && { after: undefined }), ...change };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}

export interface PeopleGoing {
  readonly place: PeoplePlace;
  /** Goes elsewhere among the people: one step back leads to what was before, but for `replace`. */
  readonly go: (change: Partial<PeoplePlace>, how?: "step" | "replace") => void;
}

export function usePeoplePlace(): PeopleGoing {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const place = useMemo(() => readPeoplePlace(search), [search]);
  const go = useCallback(
    (change: Partial<PeoplePlace>, how: "step" | "replace" = "step") => {
      const resetScroll = "after" in change || "open" in change;
      const next = (now: unknown) => placeWith(readPeoplePlace(now), change);
      void navigate({ to: ".", search: next, replace: how === "replace", resetScroll });
    },
    [navigate],
  );
  return { place, go };
}

/** What of a place the server is asked. */
export function queryOf({ find, frozen, factor, deposit, from, to, sort }: PeoplePlace) {
  return { q: find ?? "", frozen, factor, deposit, from, to, sort };
}

/** What of a place is saved with a view. */
const SAVED = ["find", "frozen", "factor", "deposit", "from", "to", "sort"] as const;

export function savedPeople(place: PeoplePlace): ViewPlace {
  return Object.fromEntries(
    SAVED.flatMap((name) => {
      const value = place[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The same as a change of the place: what is not in the view is not in the list either. */
export function peopleOfView(view: ViewPlace): Partial<PeoplePlace> {
  const { find, frozen, factor, deposit, from, to, sort } = readPeoplePlace(view);
  return { find, frozen, factor, deposit, from, to, sort, open: undefined, part: undefined };
}

/** What of a saved view is no filter or order here any more. */
export function unknownInPeople(view: ViewPlace): readonly string[] {
  const known: Readonly<Record<string, unknown>> = readPeoplePlace(view);
  return Object.keys(view).filter((name) => !SAVED.some((each) => each === name) || known[name] === undefined);
}
