import { PeopleList } from "./people-list.tsx";
import { usePeoplePlace } from "./people-place.ts";
import { PersonView } from "./person-view.tsx";

/** The people, or the one whose page is open. */
export function PeopleTab() {
  const going = usePeoplePlace();
  const { open } = going.place;
  return open === undefined ? <PeopleList {...going} /> : <PersonView key={open} id={open} {...going} />;
}
