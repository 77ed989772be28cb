import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { Person } from "#pwa/console/desk/person.tsx";
import { SeverityBadge } from "#pwa/console/desk/severity.tsx";
import { TasksList } from "#pwa/console/desk/tasks-card.tsx";
import { formatCount, formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { MONITORING_ENDPOINTS } from "#schemas/endpoints/monitoring.ts";
import type { MonitoredIssue, MonitoredIssueOutput } from "#schemas/monitoring.ts";
import type { SaidFacts } from "#schemas/said.ts";
import { CheckNow } from "./check-now.tsx";
import { IssueActs } from "./issue-acts.tsx";
import { IssueBadges, IssueLink } from "./issue-badges.tsx";
import { IssueSteps } from "./issue-steps.tsx";
import { IssueTimeline } from "./issue-timeline.tsx";

/** One cause of something wrong: what it means, what to do, and what was done so far. */
export function OpenIssue({ id }: { readonly id: number }) {
  const asked = useAsk(MONITORING_ENDPOINTS.monitoredIssue, { params: { id } });
  return <AskedState asked={asked}>{asked.value === null ? null : <Issue whole={asked.value} />}</AskedState>;
}

function Issue({ whole: { issue, facts, merged, tasks } }: { readonly whole: MonitoredIssueOutput }) {
  const isOpen = issue.status === "active";
  return (
    <div className="flex flex-col gap-5 text-sm">
      <div className="flex flex-col gap-2">
        <AsTyped className="text-base font-medium">{issue.title}</AsTyped>
        <p className="flex flex-wrap gap-1">
          <SeverityBadge severity={issue.severity} />
          <IssueBadges issue={issue} />
        </p>
        <AsTyped className="text-ink-2">{issue.means}</AsTyped>
        <Standing issue={issue} />
      </div>
      <IssueSteps steps={issue.steps} />
      <div className="flex flex-col gap-3">
        <IssueActs issue={issue} />
        {isOpen ? <CheckNow checkId={issue.checkId} /> : null}
      </div>
      {tasks.length === 0 ? null : (
        <section>
          <h3 className="font-semibold">{t`Tasks`}</h3>
          <TasksList tasks={tasks} />
        </section>
      )}
      <Merged issues={merged} />
      <IssueFacts issue={issue} facts={facts} />
      <IssueTimeline id={issue.id} />
    </div>
  );
}

/** What is to be known before anything is done about it. */
function Standing({ issue: { status, resolution, snooze } }: { readonly issue: MonitoredIssue }) {
  if (status === "resolved")
    return resolution === "" ? null : (
      <Notice tone="success">
        <AsTyped>{resolution}</AsTyped>
      </Notice>
    );
  if (snooze === null) return null;
  const end = formatDate(Date.parse(snooze.until), { withTime: true });
  return (
    <Notice title={t`Nobody is told of it until ${end}`}>
      <Person id={snooze.by} />: <AsTyped>{snooze.reason}</AsTyped>
    </Notice>
  );
}

function Merged({ issues }: { readonly issues: readonly MonitoredIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">
        <Trans>Merged into it</Trans>
      </h3>
      <ul className="divide-y divide-line">
        {issues.map(({ id, title }) => (
          <li key={id} className="flex items-baseline gap-2 py-2">
            <IssueLink id={id}>#{id}</IssueLink>
            <AsTyped className="min-w-0">{title}</AsTyped>
          </li>
        ))}
      </ul>
    </section>
  );
}

function IssueFacts({ issue, facts }: { readonly issue: MonitoredIssue; readonly facts: SaidFacts }) {
  const { checkId, subject, occurrences, since, lastAt, closedAt, acknowledged, assignedTo } = issue;
  const moment = (at: string) => formatDate(Date.parse(at), { withTime: true });
  return (
    <section>
      <h3 className="font-semibold">
        <Trans context="what is known of an issue">Facts</Trans>
      </h3>
      <Facts
        facts={[
          { name: t({ message: "Since", context: "column of a list" }), value: moment(since) },
          { name: t({ message: "Last found", context: "column of a list: when" }), value: moment(lastAt) },
          { name: t({ message: "Found", context: "column of a list: how often" }), value: formatCount(occurrences) },
          ...(closedAt === null ? [] : [{ name: t({ message: "Closed", context: "when" }), value: moment(closedAt) }]),
          ...(acknowledged === null
            ? []
            : [{ name: t({ message: "Seen by", context: "an operator" }), value: <Person id={acknowledged.by} /> }]),
          {
            name: t({ message: "At it", context: "who works on an issue" }),
            value:
              assignedTo === null ? (
                t({ message: "nobody", context: "who works on an issue" })
              ) : (
                <Person id={assignedTo} />
              ),
          },
          { name: t({ message: "Check", context: "that found an issue" }), value: <Typed text={checkId} /> },
          ...(subject === ""
            ? []
            : [
                {
                  name: t({ message: "Of", context: "what a check found something wrong with" }),
                  value: <Typed text={subject} />,
                },
              ]),
          ...Object.entries(facts).map(([name, value]) => ({
            name: factName(name),
            value: <Typed text={String(value)} />,
          })),
        ]}
      />
    </section>
  );
}

/** What a check calls it, as words: `behindMs` is "behind ms". */
function factName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function Typed({ text }: { readonly text: string }) {
  return (
    <bdi dir="ltr" className="font-mono text-xs break-all">
      {text}
    </bdi>
  );
}
