import { groupWords, locationWords, placeWords } from "#pwa/content-editor/door.ts";
import { BLOCK_PLACES, type ContentKind, MENU_LOCATIONS, PAGE_GROUPS } from "#schemas/content/items.ts";

/** What an item is further told by, in words; as it is where a newer server says what this app does not know. */
export function whereWords(kind: ContentKind, place: string): string {
  if (kind === "page") {
    const group = PAGE_GROUPS.find((each) => each === place);
    return group === undefined ? place : groupWords(group);
  }
  if (kind === "block") {
    const known = BLOCK_PLACES.find((each) => each === place);
    return known === undefined ? place : placeWords(known);
  }
  const location = MENU_LOCATIONS.find((each) => each === place);
  return location === undefined ? place : locationWords(location);
}
