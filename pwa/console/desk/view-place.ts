import type { ViewPlace } from "#schemas/saved-views.ts";
import type { Column } from "./columns.ts";
import { type ListPlace, type PlaceParts, readPlace } from "./place.ts";

/** What of every list's address is saved with a view: all but where one stands in the list. */
const SAVED = ["find", "show", "sort", "hide"] as const;
const PLAIN: PlaceParts = { read: readPlace, askedBy: [] };

function savedOf({ askedBy }: PlaceParts): readonly string[] {
  return [...SAVED, ...askedBy];
}

/** A place as it is saved, with what narrows its list besides. */
export function savedPlaceOf(place: ListPlace, by: PlaceParts = PLAIN): ViewPlace {
  const values: Readonly<Record<string, unknown>> = { ...place };
  return Object.fromEntries(
    savedOf(by).flatMap((name) => (values[name] === undefined ? [] : [[name, String(values[name])]])),
  );
}

/** The same as a change of the address: what is not in the view is not in the list either. */
export function placeOfView(view: ViewPlace, by: PlaceParts = PLAIN): Partial<ListPlace> {
  const without = Object.fromEntries(savedOf(by).map((name) => [name, undefined]));
  return { ...without, ...by.read(view), after: undefined, open: undefined };
}

/** What of a saved view a list does not know any more: its parts, the columns that it names, and its filters. */
export function unknownIn<Row>(
  view: ViewPlace,
  columns: readonly Column<Row>[],
  shows: readonly string[] | undefined,
  by: PlaceParts = PLAIN,
): readonly string[] {
  const { sort = "", hide = "", show } = view;
  const named = [sort.replace(/^-/, ""), ...hide.split(",")].filter((name) => name !== "");
  const read: Readonly<Record<string, unknown>> = { ...by.read(view) };
  return [
    ...Object.keys(view).filter((name) => !savedOf(by).includes(name) || read[name] === undefined),
    ...named.filter((name) => !columns.some((column) => column.name === name)),
    ...(show !== undefined && shows !== undefined && !shows.includes(show) ? [show] : []),
  ];
}
