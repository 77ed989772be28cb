import { useServedPlace } from "#pwa/console/desk/narrowed-place.ts";
import { IdentityCase } from "./identity-case.tsx";
import { IdentityList } from "./identity-list.tsx";

/** Who people say that they are: those that wait for an operator, or the one that is open. */
export function IdentitiesTab() {
  const going = useServedPlace();
  const { open } = going.place;
  return open === undefined ? <IdentityList {...going} /> : <IdentityCase key={open} id={open} {...going} />;
}
