import type { Filter } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import {
  ISSUES_PAGE,
  type MonitoredIssueOutput,
  type MonitoredIssuesOutput,
  type MonitoredIssuesQuery,
  type MonitoringOutput,
  TIMELINE_PAGE,
  type TimelineOutput,
} from "#schemas/monitoring.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { OPEN_TASKS, tasksOf } from "#server/platform/issues/issue-tasks.ts";
import { logsOf } from "#server/platform/issues/monitor-log.ts";
import { issuesOf, type StoredIssue } from "#server/platform/issues/stored-issue.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import { plainFacts, showIssues } from "./show-issue.ts";
import { shownTask } from "./tasks.ts";
import { typesFor } from "./who-may-know.ts";
import { readQuiet } from "./windows.ts";

type Reader = Pick<SessionUser, "userId" | "roles">;

/** A page of what is or was wrong, the latest opened first; what is merged into another is found with that. */
export async function listIssues(
  runtime: Runtime,
  reader: Reader,
  { find, show, severity, after }: MonitoredIssuesQuery,
): Promise<MonitoredIssuesOutput> {
  const status = { open: "active", resolved: "resolved", all: null }[show] as StoredIssue["status"] | null;
  const filter: Filter<StoredIssue> = {
    type: typesFor(reader.roles),
    mergedInto: null,
    ...(status !== null && { status }),
    ...(severity && { severity }),
    ...(after !== undefined && { id: { $lt: after } }),
    ...found(find),
  };
  const page = await issuesOf(runtime.database)
    .find(filter, { sort: { id: -1 }, limit: ISSUES_PAGE + 1 })
    .toArray();
  const issues = await shownTo(runtime, reader, page.slice(0, ISSUES_PAGE));
  return { issues, next: page.length > ISSUES_PAGE ? (page[ISSUES_PAGE - 1]?.id ?? null) : null };
}

/** A number is an issue's, anything else a part of a check's name or subject. */
function found(find: string): Filter<StoredIssue> {
  const text = find.trim().replace(/^#/, "");
  if (text === "") return {};
  if (/^\d{1,15}$/.test(text)) return { $and: [{ id: Number(text) }] };
  const $regex = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return { $or: [{ checkId: { $regex, $options: "i" } }, { subject: { $regex, $options: "i" } }] };
}

async function shownTo(runtime: Runtime, reader: Reader, issues: readonly StoredIssue[]) {
  const [{ said }, quietBy] = await Promise.all([wordsFor(runtime, reader.userId), readQuiet(runtime)]);
  return showIssues(runtime.database, issues, { said, quietBy });
}

/** An issue of which the reader may know. Throws `issue-unknown`. */
export async function requireIssue({ database }: Runtime, { roles }: Reader, id: number): Promise<StoredIssue> {
  const issue = await issuesOf(database).findOne({ id, type: typesFor(roles) });
  if (!issue) throw new AppError("issue-unknown");
  return issue;
}

/** One issue whole. Throws `issue-unknown`. */
export async function readIssue(runtime: Runtime, reader: Reader, id: number): Promise<MonitoredIssueOutput> {
  const stored = await requireIssue(runtime, reader, id);
  const { database } = runtime;
  const parts = await issuesOf(database)
    .find({ mergedInto: id }, { sort: { id: 1 } })
    .toArray();
  const tasks = await tasksOf(database)
    .find({ ...OPEN_TASKS, issueId: { $in: [id, ...parts.map((part) => part.id)] } }, { sort: { id: 1 } })
    .toArray();
  const [issue, ...merged] = await shownTo(runtime, reader, [stored, ...parts]);
  if (!issue) throw new AppError("issue-unknown");
  const { said } = await wordsFor(runtime, reader.userId);
  return { issue, facts: plainFacts(stored.metadata), merged, tasks: tasks.map((task) => shownTask(task, said)) };
}

/** What happened to an issue and to what is merged into it, the latest first. Throws `issue-unknown`. */
export async function readTimeline(
  runtime: Runtime,
  reader: Reader,
  id: number,
  after: number | undefined,
): Promise<TimelineOutput> {
  const { database } = runtime;
  await requireIssue(runtime, reader, id);
  const parts = await issuesOf(database)
    .find({ mergedInto: id }, { projection: { id: 1 } })
    .toArray();
  const of = { issueId: { $in: [id, ...parts.map((part) => part.id)] } };
  const page = await logsOf(database)
    .find({ ...of, ...(after !== undefined && { id: { $lt: after } }) }, { sort: { id: -1 }, limit: TIMELINE_PAGE + 1 })
    .toArray();
  const { said } = await wordsFor(runtime, reader.userId);
  const entries = page.slice(0, TIMELINE_PAGE).map((log) => ({
    id: log.id,
    at: log.performedAt.toISOString(),
    action: log.action,
    text: said(log.description),
    by: log.metadata.by,
    issueId: log.issueId,
    taskId: log.taskId,
    isSuccessful: log.successful,
    problem: said(log.errorMessage ?? ""),
    facts: plainFacts(log.metadata.facts),
  }));
  return { entries, next: page.length > TIMELINE_PAGE ? (entries.at(-1)?.id ?? null) : null };
}

/** How many are open by severity, of those that stand for themselves. */
export async function countOpen({ database }: Runtime, { roles }: Reader): Promise<MonitoringOutput["open"]> {
  const counts = { info: 0, warning: 0, error: 0, critical: 0 };
  const open = { status: "active", type: typesFor(roles), becauseOf: null, mergedInto: null } as const;
  const found = await issuesOf(database)
    .find(open, { projection: { severity: 1 } })
    .toArray();
  for (const { severity } of found) counts[severity] += 1;
  return counts;
}
