import type { ViewPlace } from "#schemas/saved-views.ts";
import type { Column } from "./columns.ts";
import { type ListPlace, readPlace } from "./place.ts";

/** What of an address is saved with a view: all but where one stands in the list. */
const SAVED = ["find", "show", "sort", "hide"] as const;

export function savedPlaceOf(place: ListPlace): ViewPlace {
  return Object.fromEntries(
    SAVED.flatMap((name) => {
      const value = place[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The same as a change of the address: what is not in the view is not in the list either. */
export function placeOfView(view: ViewPlace): Partial<ListPlace> {
  const { find, show, sort, hide } = readPlace(view);
  return { find, show, sort, hide, after: undefined, open: undefined };
}

/** What of a saved view a list does not know any more: its parts, the columns that it names, and its filter. */
export function unknownIn<Row>(
  view: ViewPlace,
  columns: readonly Column<Row>[],
  shows: readonly string[] | undefined,
): readonly string[] {
  const { sort = "", hide = "", show } = view;
  const named = [sort.replace(/^-/, ""), ...hide.split(",")].filter((name) => name !== "");
  return [
    ...Object.keys(view).filter((name) => !SAVED.some((each) => each === name)),
    ...named.filter((name) => !columns.some((column) => column.name === name)),
    ...(show !== undefined && shows !== undefined && !shows.includes(show) ? [show] : []),
  ];
}
