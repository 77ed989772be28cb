import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Address } from "#pwa/ui/address.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { useMedia } from "#pwa/platform/device/media.ts";
import type { PersonRow } from "#schemas/people.ts";
import { placeWith, type PeoplePlace } from "./people-place.ts";
import { foundWords, openDepositsWords } from "./people-words.ts";

const AT_DESK = "(min-width: 64rem)";

interface PeopleTableProps {
  readonly people: readonly PersonRow[];
  readonly place: PeoplePlace;
}

/** People as rows at a desk and as cards on a phone; each leads to the person's page. */
export function PeopleTable(props: PeopleTableProps) {
  return useMedia(AT_DESK) ? <Rows {...props} /> : <Cards {...props} />;
}

function Rows({ people, place }: PeopleTableProps) {
  return (
    <Table caption={t`People`}>
      <thead>
        <tr>
          <HeadCell>{t({ message: "Name", context: "of a person" })}</HeadCell>
          <HeadCell>{t`E-mail`}</HeadCell>
          <HeadCell>{t`User ID`}</HeadCell>
          <HeadCell>{t`Address`}</HeadCell>
          <HeadCell>{t`Signed up`}</HeadCell>
          <HeadCell>{t({ message: "State", context: "of an account" })}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id} className="hover:bg-surface-2">
            <Cell>
              <PersonLink person={person} place={place} />
              <FoundBy person={person} />
            </Cell>
            <Cell className="break-all">
              <bdi data-private="">{person.email}</bdi>
            </Cell>
            <Cell>
              <bdi data-private="" className="font-mono text-sm">
                {person.uniqueUserId}
              </bdi>
            </Cell>
            <Cell>{person.address === null ? "—" : <Address address={person.address} withCopy={false} />}</Cell>
            <Cell className="whitespace-nowrap">
              <TimeAgo at={person.signedUpAt} />
            </Cell>
            <Cell>
              <PersonStates person={person} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Cards({ people, place }: PeopleTableProps) {
  return (
    <ul aria-label={t`People`} className="flex flex-col gap-3">
      {people.map((person) => (
        <li key={person.id}>
          <Card className="flex flex-col gap-1.5 p-4 text-sm">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <PersonLink person={person} place={place} />
              <TimeAgo at={person.signedUpAt} className="text-ink-3" />
            </div>
            <bdi data-private="" className="break-all text-ink-2">
              {person.email}
            </bdi>
            <bdi data-private="" className="font-mono text-ink-3">
              {person.uniqueUserId}
            </bdi>
            {person.address === null ? null : <Address address={person.address} withCopy={false} />}
            <FoundBy person={person} />
            <PersonStates person={person} />
          </Card>
        </li>
      ))}
    </ul>
  );
}

function PersonLink({ person, place }: { readonly person: PersonRow; readonly place: PeoplePlace }) {
  return (
    <Link
      to="."
      search={placeWith(place, { open: person.id })}
      className="inline-flex min-h-6 items-center font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      <bdi data-private="">{person.username}</bdi>
    </Link>
  );
}

function FoundBy({ person: { foundBy } }: { readonly person: PersonRow }) {
  if (foundBy.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1">
      {foundBy.map((by) => (
        <Badge key={by} tone="accent">
          {foundWords(by)}
        </Badge>
      ))}
    </span>
  );
}

type States = Pick<PersonRow, "isFrozen" | "hasSecondFactor" | "openDeposits" | "isOperator" | "isClosed">;

/** What an operator has to know before anything else. */
export function PersonStates({ person }: { readonly person: States }) {
  return (
    <span className="flex flex-wrap gap-1 empty:hidden">
      {person.isFrozen ? (
        <Badge tone="down">
          <Trans>Frozen</Trans>
        </Badge>
      ) : null}
      {person.isClosed ? (
        <Badge>
          <Trans>Closed account</Trans>
        </Badge>
      ) : null}
      {person.isOperator ? (
        <Badge tone="accent">
          <Trans>Operator</Trans>
        </Badge>
      ) : null}
      {person.hasSecondFactor ? (
        <Badge tone="up">
          <Trans>Second factor</Trans>
        </Badge>
      ) : null}
      {person.openDeposits > 0 ? <Badge tone="warn">{openDepositsWords(person.openDeposits)}</Badge> : null}
    </span>
  );
}
