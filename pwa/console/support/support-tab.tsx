import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { Age } from "#pwa/console/desk/age.tsx";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { Column } from "#pwa/console/desk/columns.ts";
import { ageColumn, numberColumn, stateColumn, userColumn } from "#pwa/console/desk/common-columns.tsx";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { Person } from "#pwa/console/desk/person.tsx";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { usePlace } from "#pwa/console/desk/place.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { meansReport, SHOWN_REPORTS, shownReports } from "#schemas/console-lists.ts";
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
  const place = usePlace();
  const { find = "" } = place.place;
  const show = shownReports(place.place.show);
  const columns = useMemo(() => reportColumns(), []);
  const asked = useAsk(DIAGNOSTICS_ENDPOINTS.supportReports, {});
  const all = asked.value?.reports ?? NONE;
  const rows = useMemo(() => all.filter((report) => meansReport(report, { find, show })), [all, find, show]);
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
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={(id) => t`Report ${id}`}
      place={place}
      pageSize={null}
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
        text: t`Pictures of screens that people send to support stand here, the newest hundred, until they are deleted.`,
      }}
      renderOpen={(id) => {
        const report = all.find((each) => each.id === id);
        if (report) return <OpenReport key={id} report={report} />;
        return asked.value === null ? null : <Notice>{t`It is among the newest hundred no longer.`}</Notice>;
      }}
    />
  );
}

function reportColumns(): readonly Column<Report>[] {
  return [
    numberColumn(({ id }) => id),
    stateColumn(
      ({ state }) => <ReportState state={state} />,
      ({ state }) => state,
    ),
    ageColumn(t({ message: "Sent", context: "when" }), ({ reportedAt }) => reportedAt),
    userColumn(({ userId }) => userId),
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

function ReportCard({ report: { userId, reportedAt, note, facts, state } }: { readonly report: Report }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="line-clamp-3">
        <AsTyped>{note === "" ? facts.screen : note}</AsTyped>
      </p>
      <p className="flex items-baseline justify-between gap-3 text-ink-2">
        <Person id={userId} />
        <Age since={reportedAt} />
      </p>
      <p>
        <ReportState state={state} />
      </p>
    </div>
  );
}
