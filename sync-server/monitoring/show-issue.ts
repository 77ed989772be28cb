import { type IssueStep, type MonitoredIssue } from "#schemas/monitoring.ts";
import { readSaid, type SaidFacts } from "#schemas/said.ts";
import type { Database } from "#server/platform/db/database.ts";
import { OPEN_TASKS, tasksOf } from "#server/platform/issues/issue-tasks.ts";
import { issuesOf, type StoredIssue } from "#server/platform/issues/stored-issue.ts";
import type { QuietBy } from "./windows.ts";

type Said = (text: string) => string;

/** What is shown of an issue beside what is stored with it. */
interface Beside {
  readonly merged: readonly StoredIssue[];
  readonly openTasks: number;
}

/** Issues as operators see them: with what is merged into each, and how many tasks wait because of it. */
export async function showIssues(
  database: Database,
  issues: readonly StoredIssue[],
  { said, quietBy }: { readonly said: Said; readonly quietBy: QuietBy },
): Promise<MonitoredIssue[]> {
  const ids = issues.map(({ id }) => id);
  const [merged, tasks] = await Promise.all([
    issuesOf(database)
      .find({ mergedInto: { $in: ids } }, { sort: { id: 1 } })
      .toArray(),
    tasksOf(database)
      .find({ ...OPEN_TASKS, issueId: { $in: ids } }, { projection: { issueId: 1 } })
      .toArray(),
  ]);
  return issues.map((issue) => {
    const beside = {
      merged: merged.filter(({ mergedInto }) => mergedInto === issue.id),
      openTasks: tasks.filter(({ issueId }) => issueId === issue.id).length,
    };
    return shown(issue, beside, said, quietBy(issue.checkId));
  });
}

function shown(issue: StoredIssue, { merged, openTasks }: Beside, said: Said, windowId: number | null): MonitoredIssue {
  const { acknowledged = null, snooze = null } = issue;
  return {
    id: issue.id,
    checkId: issue.checkId,
    subject: issue.subject ?? "",
    version: issue.version ?? 1,
    type: issue.type,
    severity: issue.severity,
    title: said(issue.title),
    means: said(issue.description),
    steps: (issue.remediationSteps ?? []).map((step) => shownStep(step, said)),
    status: issue.status,
    occurrences: merged.reduce((sum, { occurrences }) => sum + occurrences, issue.occurrences),
    since: issue.detectionTime.toISOString(),
    lastAt: issue.lastDetected.toISOString(),
    closedAt: issue.resolutionTime?.toISOString() ?? null,
    resolution: said(issue.resolution ?? ""),
    isAutoResolved: issue.autoResolved ?? false,
    isFlapping: issue.isFlapping ?? false,
    isRepairing: issue.autoResolvable ?? false,
    acknowledged: acknowledged && { at: acknowledged.at.toISOString(), by: acknowledged.by },
    assignedTo: issue.assignedTo ?? null,
    unknownBecauseOf: issue.becauseOf ?? null,
    snooze: snooze && { until: snooze.until.toISOString(), by: snooze.by, reason: snooze.reason },
    windowId: issue.status === "active" ? windowId : null,
    mergedInto: issue.mergedInto ?? null,
    mergedCount: merged.length,
    openTasks,
  };
}

/** A step in the reader's language, with what is to be typed or opened. */
export function shownStep(step: string, said: Said): IssueStep {
  const facts = readSaid(step)?.facts ?? {};
  const textOf = (name: string) => {
    const fact = facts[name];
    return typeof fact === "string" ? fact : null;
  };
  return { text: said(step), command: textOf("command"), path: textOf("path") };
}

/** Texts and numbers among what an issue was found with: no lists, no rows. */
export function plainFacts(metadata: Readonly<Record<string, unknown>> = {}): SaidFacts {
  const plain = Object.entries(metadata).flatMap(([name, fact]): [string, string | number][] =>
    typeof fact === "string" || typeof fact === "number" ? [[name, fact]] : [],
  );
  return Object.fromEntries(plain);
}
