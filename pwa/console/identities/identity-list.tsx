import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";
import { useMemo } from "react";
import { Age } from "#pwa/console/desk/age.tsx";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { Column } from "#pwa/console/desk/columns.ts";
import { ageColumn, Nothing, numberColumn, stateColumn } from "#pwa/console/desk/common-columns.tsx";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import type { NarrowedGoing } from "#pwa/console/desk/narrowed-place.ts";
import type { ListPlace } from "#pwa/console/desk/place.ts";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { countryName, documentWords } from "#pwa/kyc/door.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import { IDENTITY_SHOWS, type IdentityRow, type IdentityShow } from "#schemas/identity-desk.ts";
import { Due } from "./due.tsx";
import { IdentityState } from "./identity-state.tsx";
import { showWords, stateWords } from "./identity-words.ts";

const NONE: readonly IdentityRow[] = [];
const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportIdentities,
  countAt: CONSOLE_LISTS_ENDPOINTS.countIdentities,
};

/** Checks of one kind: those that wait in the order in which people came, all others the newest first. */
export function IdentityList(going: NarrowedGoing<ListPlace>) {
  const { place, go } = going;
  const show = IDENTITY_SHOWS.find((each) => each === place.show) ?? "waiting";
  const { locale } = useLingui().i18n;
  const columns = useMemo(() => identityColumns(locale), [locale]);
  const query = searchedBy({ ...place, show });
  const asked = useAsk(
    KYC_DESK_ENDPOINTS.identities,
    { query: { ...query, before: place.after } },
    { keepsFormer: true },
  );
  const all = asked.value?.identities ?? NONE;
  const total = asked.value?.total ?? null;
  return (
    <ListView
      label={t`Identity checks`}
      fileName="identities"
      views="identities"
      shows={IDENTITY_SHOWS}
      ends={ENDS}
      queue="identities"
      isChosenFrom={false}
      asked={asked}
      all={all}
      rows={all}
      served={{ query, next: asked.value?.next ?? null, isNarrowed: place.find !== undefined }}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={(id) => t`Identity check ${id}`}
      place={going}
      renderCard={(check) => <IdentityCard check={check} />}
      searchLabel={t`Search by name, e-mail or number`}
      filters={
        <>
          <ShowFilter
            label={t`Which identity checks`}
            items={IDENTITY_SHOWS.map((value) => ({ value, label: showWords(value) }))}
            value={show}
            onValueChange={(value) => go({ show: value === "waiting" ? undefined : value }, "replace")}
          />
          {total === null ? null : (
            <span className="numeric text-sm text-ink-3" title={t`All of them`}>
              {formatCount(total)}
            </span>
          )}
        </>
      }
      empty={emptyWords(show)}
      renderOpen={() => null}
    />
  );
}

function emptyWords(show: IdentityShow) {
  switch (show) {
    case "waiting":
      return {
        title: t`Nobody waits`,
        text: t`Whoever sends in who they are stands here until an operator has decided, the oldest first.`,
      };
    case "asked":
      return { title: t`Nothing is asked`, text: t`Whoever has to send something again stands here until they do.` };
    case "decided":
      return { title: t`Nothing is decided yet`, text: t`What operators decided stands here, the newest first.` };
  }
}

function identityColumns(language: string): readonly Column<IdentityRow>[] {
  return [
    numberColumn(({ id }) => id),
    {
      name: "person",
      label: t({ message: "Person", context: "whose identity it is" }),
      cell: ({ username }) => <AsTyped>{username}</AsTyped>,
      text: ({ username }) => username,
      sortBy: ({ username }) => username,
    },
    {
      name: "document",
      label: t`Document`,
      cell: ({ documentType }) => documentWords(documentType),
      text: ({ documentType }) => documentWords(documentType),
      sortBy: ({ documentType }) => documentWords(documentType),
    },
    {
      name: "country",
      label: t`Country`,
      cell: ({ country }) => countryName(country, language),
      text: ({ country }) => countryName(country, language),
      sortBy: ({ country }) => countryName(country, language),
    },
    stateColumn((check) => <IdentityState check={check} />, stateWords),
    ageColumn(t({ message: "Sent", context: "when" }), ({ submittedDate }) => submittedDate),
    {
      name: "due",
      label: t({ message: "Due", context: "when something should be decided" }),
      cell: (check) => (isWaiting(check) ? <Due at={check.dueDate} /> : <Nothing />),
      text: ({ dueDate }) => dueDate,
      sortBy: ({ dueDate }) => dueDate,
    },
    {
      name: "flags",
      label: t({ message: "Notes", context: "what stands out of a row" }),
      cell: (check) => <Flags check={check} />,
      text: ({ duplicates, attempts }) => `${duplicates} ${attempts}`,
    },
  ];
}

function isWaiting({ status, isMoreAsked }: IdentityRow): boolean {
  return status === "pending" && !isMoreAsked;
}

function Flags({ check: { duplicates, attempts } }: { readonly check: IdentityRow }) {
  const sent = formatCount(attempts);
  return (
    <span className="inline-flex flex-wrap gap-1">
      {duplicates > 0 ? <Badge tone="down">{t`document sent by others, too`}</Badge> : null}
      {attempts > 1 ? <Badge>{t`sent ${sent} times`}</Badge> : null}
    </span>
  );
}

function IdentityCard({ check }: { readonly check: IdentityRow }) {
  const { locale } = useLingui().i18n;
  const { username, documentType, country, submittedDate, dueDate } = check;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <AsTyped className="min-w-0 font-medium">{username}</AsTyped>
        <Age since={submittedDate} />
      </p>
      <p className="flex flex-wrap gap-x-2 gap-y-1 text-ink-2">
        <span>{documentWords(documentType)}</span>
        <span>{countryName(country, locale)}</span>
        {isWaiting(check) ? (
          <span className="ms-auto">
            <Due at={dueDate} />
          </span>
        ) : null}
      </p>
      <p className="flex flex-wrap gap-1">
        <IdentityState check={check} />
        <Flags check={check} />
      </p>
    </div>
  );
}
