import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { Address } from "#pwa/ui/address.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { PEOPLE_ENDPOINTS } from "#schemas/endpoints/people.ts";
import type { PersonOutput } from "#schemas/people.ts";
import { PARTS, type PeopleGoing, type PersonPart, placeWith } from "./people-place.ts";
import { PersonStates } from "./people-table.tsx";
import { partWords } from "./people-words.ts";
import { PersonActs } from "./person-acts.tsx";
import { PersonDeposits, PersonMovements, PersonSubmissions } from "./person-money.tsx";
import { PersonNotes } from "./person-notes.tsx";
import { PersonProfile } from "./person-profile.tsx";
import { PersonSecurity } from "./person-security.tsx";
import { PersonWallet } from "./person-wallet.tsx";

/** One person's page: who they are, what is done about them, and a part for each kind of thing that they have. */
export function PersonView({ id, place }: PeopleGoing & { readonly id: number }) {
  const asked = useAsk(PEOPLE_ENDPOINTS.person, { params: { userId: id } });
  const person = asked.value;
  usePageTitle(person === null ? t`People` : person.username);
  return (
    <div className="flex flex-col gap-4">
      <Link
        to="."
        search={placeWith(place, { open: undefined, part: undefined })}
        className="inline-flex min-h-9 items-center gap-1.5 self-start text-sm font-medium text-ink-2 hover:text-ink pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:rotate-180" />
        <Trans>All people</Trans>
      </Link>
      <AskedState asked={asked}>
        {person === null ? null : (
          <>
            <PersonHead person={person} />
            <PartLinks place={place} />
            <PartOf part={place.part ?? "profile"} person={person} />
          </>
        )}
      </AskedState>
    </div>
  );
}

function PersonHead({ person }: { readonly person: PersonOutput }) {
  const { username, email, address, protections } = person;
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="text-xl font-semibold break-words">
          <bdi data-private="">{username}</bdi>
        </h2>
        <bdi data-private="" className="text-sm break-all text-ink-2">
          {email}
        </bdi>
        {address === null ? null : <Address address={address} />}
        <PersonStates person={{ ...person, ...protections }} />
      </div>
      <PersonActs person={person} />
    </header>
  );
}

function PartLinks({ place }: Pick<PeopleGoing, "place">) {
  const shown = place.part ?? "profile";
  return (
    <nav aria-label={t`Parts of this page`} className="-mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0">
      <ul className="flex gap-1">
        {PARTS.map((part) => (
          <li key={part}>
            <Link
              to="."
              search={placeWith(place, { part: part === "profile" ? undefined : part })}
              resetScroll={false}
              replace
              aria-current={part === shown ? "page" : undefined}
              className={classNames(
                "inline-flex min-h-10 items-center border-b-2 px-3 text-sm font-medium whitespace-nowrap pointer-coarse:min-h-11",
                part === shown ? "border-accent text-ink" : "border-transparent text-ink-3 hover:text-ink",
              )}
            >
              {partWords(part)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PartOf({ part, person }: { readonly part: PersonPart; readonly person: PersonOutput }): ReactNode {
  switch (part) {
    case "profile":
      return <PersonProfile person={person} />;
    case "wallet":
      return <PersonWallet id={person.id} />;
    case "movements":
      return <PersonMovements id={person.id} ownAddress={person.address} />;
    case "submissions":
      return <PersonSubmissions id={person.id} />;
    case "deposits":
      return <PersonDeposits id={person.id} />;
    case "security":
      return <PersonSecurity id={person.id} />;
    case "operators":
      return <PersonNotes id={person.id} />;
  }
}
