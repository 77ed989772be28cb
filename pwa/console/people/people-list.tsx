import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download, Users } from "lucide-react";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { ExportSheet } from "#pwa/console/desk/export-sheet.tsx";
import { SavedViews } from "#pwa/console/desk/saved-views.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { useOnline } from "#pwa/platform/device/online.ts";
import { Button } from "#pwa/ui/button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { PEOPLE_ENDPOINTS } from "#schemas/endpoints/people.ts";
import { PeopleFilters } from "./people-filters.tsx";
import { peopleOfView, type PeopleGoing, queryOf, savedPeople, unknownInPeople } from "./people-place.ts";
import { PeopleTable } from "./people-table.tsx";

/** Everybody, found by whatever is known of them. */
export function PeopleList(going: PeopleGoing) {
  const { place } = going;
  const asked = useAsk(PEOPLE_ENDPOINTS.people, { query: { ...queryOf(place), after: place.after } });
  const people = asked.value?.people ?? [];
  const next = asked.value?.next ?? null;
  return (
    <section aria-label={t`People`} className="flex min-w-0 flex-col gap-4">
      <PeopleFilters {...going} />
      <ExportButton {...going} />
      <AskedState asked={asked}>
        {people.length === 0 && next === null ? (
          <EmptyState icon={<Users />} title={t`Nobody is found`}>
            <Trans>
              A name, an e-mail address or a user ID is found by its beginning, an address and a transaction hash only
              whole.
            </Trans>
          </EmptyState>
        ) : (
          <PeopleTable people={people} place={place} />
        )}
        <Pages {...going} next={next} isShort={people.length === 0} />
      </AskedState>
    </section>
  );
}

function Pages({
  place,
  go,
  next,
  isShort,
}: PeopleGoing & { readonly next: string | null; readonly isShort: boolean }) {
  if (next === null && place.after === undefined) return null;
  return (
    <nav aria-label={t`Pages`} className="mt-4 flex flex-wrap items-center gap-2">
      {place.after === undefined ? null : (
        <Button variant="secondary" size="sm" onClick={() => go({ after: undefined })}>
          <Trans>First page</Trans>
        </Button>
      )}
      {next === null ? null : (
        <Button variant="secondary" size="sm" onClick={() => go({ after: next })}>
          <Trans>Next page</Trans>
        </Button>
      )}
      {isShort && next !== null ? (
        <p className="text-sm text-ink-3">
          <Trans>Nobody among the many who were looked at so far. The next page looks on.</Trans>
        </p>
      ) : null}
    </nav>
  );
}

/** The whole of what the filters mean, not this page alone. */
function ExportButton(going: PeopleGoing) {
  const [isAsking, setAsking] = useState(false);
  const isOnline = useOnline();
  const may = useMay();
  if (!may(PEOPLE_ENDPOINTS.exportPeople)) return null;
  return (
    <div className="flex items-center justify-end gap-2">
      <PeopleViews {...going} />
      <Button variant="secondary" size="sm" disabled={!isOnline} onClick={() => setAsking(true)}>
        <Download aria-hidden="true" className="size-4" />
        <Trans>Export all who match</Trans>
      </Button>
      {isAsking ? (
        <ExportSheet
          title={t`Export all who match`}
          endpoint={PEOPLE_ENDPOINTS.exportPeople}
          query={queryOf(going.place)}
          fileName="people"
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

function PeopleViews({ place, go }: PeopleGoing) {
  return (
    <SavedViews
      list="people"
      place={savedPeople(place)}
      go={(view) => go(peopleOfView(view))}
      unknownOf={unknownInPeople}
    />
  );
}
