import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { Age } from "#pwa/console/desk/age.tsx";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import type { Column } from "#pwa/console/desk/columns.ts";
import { ageColumn, numberColumn, stateColumn, userColumn } from "#pwa/console/desk/common-columns.tsx";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { Person } from "#pwa/console/desk/person.tsx";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { useServedPlace } from "#pwa/console/desk/narrowed-place.ts";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { SHOWN_REPORTS, shownReports } from "#schemas/console-lists.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { DIAGNOSTICS_ENDPOINTS } from "#schemas/endpoints/diagnostics.ts";
import { CloseReportsSheet } from "./report-acts.tsx";
import { ReportState } from "./report-state.tsx";
import { OpenReport, type Report } from "./open-report.tsx";

const NONE: readonly Report[] = [];

const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportReports,
  countAt: CONSOLE_LISTS_ENDPOINTS.countReports,
  bulk: [
    {
      name: "close",
      get label() {
        return t({ message: "Close", context: "put reports away" });
      },
      endpoint: DIAGNOSTICS_ENDPOINTS.closeReport,
      Sheet: CloseReportsSheet,
    },
  ],
};

/** What people sent to support, the newest first. */
export function SupportTab() {
  const place = useServedPlace();
  const show = shownReports(place.place.show);
  const columns = useMemo(() => reportColumns(), []);
  const query = searchedBy({ ...place.place, show });
  const asked = useAsk(
    DIAGNOSTICS_ENDPOINTS.supportReports,
    { query: { ...query, before: place.place.after } },
    { keepsFormer: true },
  );
  const all = asked.value?.reports ?? NONE;
  return (
    <ListView
      label={t`Support`}
      fileName="support"
      ends={ENDS}
      views="support"
      shows={SHOWN_REPORTS}
      queue="reports"
      asked={asked}
      all={all}
      rows={all}
      served={{ query, next: asked.value?.next ?? null }}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={(id) => t`Report ${id}`}
      place={place}
      renderCard={(report) => <ReportCard report={report} />}
      searchLabel={t`Search by user, words or screen`}
      filters={
        <ShowFilter
          label={t`Which reports`}
          items={[
            { value: "all", label: t({ message: "All", context: "reports" }) },
            { value: "open", label: t({ message: "Open", context: "reports" }) },
            { value: "answered", label: t({ message: "Answered", context: "reports" }) },
            { value: "closed", label: t({ message: "Closed", context: "reports" }) },
          ]}
          value={show}
          onValueChange={(value) => place.go({ show: value === "all" ? undefined : value }, "replace")}
        />
      }
      empty={{
        title: t`Nobody sent anything`,
        text: t`Pictures of screens that people send to support stand here, the newest first, until they are deleted.`,
      }}
      renderOpen={(id) => {
        const report = all.find((each) => each.id === id);
        return report ? <OpenReport key={id} report={report} /> : <AskedReport key={id} id={id} />;
      }}
    />
  );
}

/** One that is not on the page that is shown. */
function AskedReport({ id }: { readonly id: number }) {
  const asked = useAsk(DIAGNOSTICS_ENDPOINTS.supportReports, { query: { ...searchedBy({}), rows: [id] } });
  const report = asked.value?.reports[0];
  return (
    <AskedState asked={asked}>
      {report ? <OpenReport report={report} /> : <Notice>{t`There is no such report any more.`}</Notice>}
    </AskedState>
  );
}

function withoutAccount(): string {
  return t`No account`;
}

function reportColumns(): readonly Column<Report>[] {
  return [
    numberColumn(({ id }) => id),
    stateColumn(
      ({ state }) => <ReportState state={state} />,
      ({ state }) => state,
    ),
    ageColumn(t({ message: "Sent", context: "when" }), ({ reportedAt }) => reportedAt),
    userColumn(({ userId }) => userId, withoutAccount),
    {
      name: "screen",
      label: t`Screen`,
      cell: ({ facts }) => <AsTyped>{facts.screen}</AsTyped>,
      text: ({ facts }) => facts.screen,
      sortBy: ({ facts }) => facts.screen,
    },
    {
      name: "note",
      label: t`What they wrote`,
      cell: ({ note }) => <AsTyped className="line-clamp-2 max-w-96">{note === "" ? "–" : note}</AsTyped>,
      text: ({ note }) => note,
    },
  ];
}

function ReportCard({ report: { userId, email, reportedAt, note, facts, state } }: { readonly report: Report }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="line-clamp-3">
        <AsTyped>{note === "" ? facts.screen : note}</AsTyped>
      </p>
      <p className="flex items-baseline justify-between gap-3 text-ink-2">
        {email === null ? <Person id={userId} /> : <AsTyped>{email}</AsTyped>}
        <Age since={reportedAt} />
      </p>
      <p>
        <ReportState state={state} />
      </p>
    </div>
  );
}
