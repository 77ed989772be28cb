import { t } from "@lingui/core/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import type { Column } from "#pwa/console/desk/columns.ts";
import { ageColumn, numberColumn, stateColumn, whenColumn } from "#pwa/console/desk/common-columns.tsx";
import { SeverityBadge } from "#pwa/console/desk/severity.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { type MonitoredIssue, SEVERITIES } from "#schemas/monitoring.ts";
import { IssueBadges } from "./issue-badges.tsx";

/** Made anew with every language. */
export function issueColumns(): readonly Column<MonitoredIssue>[] {
  return [
    numberColumn(({ id }) => id),
    {
      name: "severity",
      label: t({ message: "Severity", context: "of issues" }),
      cell: ({ severity }) => <SeverityBadge severity={severity} />,
      text: ({ severity }) => severity,
      sortBy: ({ severity }) => SEVERITIES.indexOf(severity),
    },
    {
      name: "title",
      label: t({ message: "What", context: "column of a list: what is wrong" }),
      cell: ({ title }) => <AsTyped className="line-clamp-2 min-w-48 font-medium">{title}</AsTyped>,
      text: ({ title }) => title,
      sortBy: ({ title }) => title,
    },
    stateColumn(
      (issue) => (
        <span className="inline-flex flex-wrap gap-1">
          <IssueBadges issue={issue} />
        </span>
      ),
      ({ status }) => status,
    ),
    ageColumn(t({ message: "Since", context: "column of a list" }), ({ since }) => since),
    whenColumn("lastAt", t({ message: "Last found", context: "column of a list: when" }), ({ lastAt }) => lastAt),
    {
      name: "occurrences",
      label: t({ message: "Found", context: "column of a list: how often" }),
      isNumeric: true,
      cell: ({ occurrences }) => formatCount(occurrences),
      text: ({ occurrences }) => String(occurrences),
      sortBy: ({ occurrences }) => occurrences,
    },
  ];
}

/** On a phone. */
export function IssueCard({ issue }: { readonly issue: MonitoredIssue }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <AsTyped className="font-medium">{issue.title}</AsTyped>
      <p className="flex flex-wrap gap-1">
        <SeverityBadge severity={issue.severity} />
        <IssueBadges issue={issue} />
      </p>
      <p className="text-ink-3">
        <TimeAgo at={issue.since} />
      </p>
    </div>
  );
}
