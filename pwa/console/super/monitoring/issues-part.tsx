import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { useAgainOn, useAsk } from "#pwa/console/desk/ask.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { severityWords } from "#pwa/console/desk/severity.tsx";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { useLiveOverview } from "#pwa/console/desk/use-overview.ts";
import { Select } from "#pwa/ui/select.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import { type MonitoredIssue, type Severity, SEVERITIES, SHOWN_ISSUES } from "#schemas/monitoring.ts";
import { IssueCard, issueColumns } from "./issue-columns.tsx";
import { type MonitoringPlace, useMonitoringPlace } from "./monitoring-place.ts";
import { issueTitle, shownWords } from "./monitoring-words.ts";
import { OpenIssue } from "./open-issue.tsx";

const NONE: readonly MonitoredIssue[] = [];

/** What is wrong, or was: one row for each cause. */
export function IssuesPart() {
  const going = useMonitoringPlace();
  const { place, go } = going;
  const columns = useMemo(() => issueColumns(), []);
  const shown = shownOf(place);
  const query = { find: place.find ?? "", show: shown, severity: place.severity };
  const { after } = place;
  const asked = useAsk(MONITORING_ENDPOINTS.monitoredIssues, { query: { ...query, after } }, { keepsFormer: true });
  useAgainOn(asked.again, useIssuesSign());
  const all = asked.value?.issues ?? NONE;
  return (
    <ListView
      label={t({ message: "Issues", context: "what is wrong with the service" })}
      fileName="issues"
      asked={asked}
      all={all}
      rows={all}
      served={{
        query,
        next: asked.value?.next ?? null,
        isNarrowed: query.find !== "" || shown !== "open" || place.severity !== undefined,
      }}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={issueTitle}
      place={going}
      isChosenFrom={false}
      renderCard={(issue) => <IssueCard issue={issue} />}
      searchLabel={t`Search by number, check or subject`}
      filters={
        <>
          <ShowFilter
            label={t({ message: "Which", context: "issues" })}
            items={SHOWN_ISSUES.map((value) => ({ value, label: shownWords(value) }))}
            value={shown}
            onValueChange={(show) => go({ show: show === "open" ? undefined : show }, "replace")}
          />
          <SeverityFilter value={place.severity} onChange={(severity) => go({ severity }, "replace")} />
        </>
      }
      empty={{
        title: t`Nothing is wrong`,
        text: t`The service looks after itself all the time. What it finds stands here, with what to do about it.`,
      }}
      renderOpen={(id) => <OpenIssue key={id} id={id} />}
    />
  );
}

function shownOf({ show }: MonitoringPlace) {
  return SHOWN_ISSUES.find((each) => each === show) ?? "open";
}

/** Another one once an issue came or went. */
function useIssuesSign(): string {
  const issues = useLiveOverview().picture?.waiting.issues;
  return issues === undefined ? "" : `${issues.count} ${issues.oldest}`;
}

interface SeverityFilterProps {
  readonly value: Severity | undefined;
  readonly onChange: (severity: Severity | undefined) => void;
}

function SeverityFilter({ value, onChange }: SeverityFilterProps) {
  return (
    <div className="w-44">
      <Select<Severity | "">
        aria-label={t({ message: "Severity", context: "of issues" })}
        options={[
          { value: "", label: t({ message: "Any severity", context: "of issues" }) },
          ...SEVERITIES.toReversed().map((severity) => ({ value: severity, label: severityWords(severity) })),
        ]}
        value={value ?? ""}
        onValueChange={(severity) => onChange(severity === "" ? undefined : severity)}
      />
    </div>
  );
}
