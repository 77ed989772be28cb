import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { MOST_SNOOZE_DAYS, type MonitorAction, type MonitoredIssueOutput } from "#schemas/monitoring.ts";
import type { OperatorActionKind } from "#schemas/security.ts";
import { holderWithin, noteOperatorAction } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { closeIssue } from "#server/platform/issues/issues.ts";
import { noteMonitored } from "#server/platform/issues/monitor-log.ts";
import { issuesOf, type StoredIssue } from "#server/platform/issues/stored-issue.ts";
import { forgetSubject } from "./check-state.ts";
import { readIssue } from "./list-issues.ts";
import { mayKnow, typesFor } from "./who-may-know.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What is done to an issue, as the record and the timeline have it. */
interface Done {
  readonly action: OperatorActionKind;
  readonly log: MonitorAction;
  readonly before: object;
  readonly after: object;
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** Says that somebody saw it. Throws `issue-unknown`, `issue-over`. */
export function acknowledgeIssue(runtime: Runtime, by: SessionUser, id: number, reason: string) {
  return act(runtime, by, id, reason, async (session, { acknowledged = null }) => {
    const seen = { at: runtime.clock.now(), by: by.userId };
    await issuesOf(runtime.database).updateOne({ id }, { $set: { acknowledged: seen } }, { session });
    return {
      action: "acknowledge-issue",
      log: "acknowledged",
      before: { acknowledged },
      after: { acknowledged: seen },
    };
  });
}

/** Says who deals with it, an operator who may know of it, or that nobody does. Throws `issue-unknown`, `issue-over`, `operator-unknown`. */
export function assignIssue(
  runtime: Runtime,
  by: SessionUser,
  id: number,
  { assignedTo, reason }: { readonly assignedTo: number | null; readonly reason: string },
) {
  return act(runtime, by, id, reason, async (session, issue) => {
    const { database, clock } = runtime;
    const holder = assignedTo === null ? null : await holderWithin(database, session, assignedTo);
    if (assignedTo !== null && !(holder && mayKnow(holder.roles, issue.type))) throw new AppError("operator-unknown");
    const seen = assignedTo !== null && !issue.acknowledged && { acknowledged: { at: clock.now(), by: by.userId } };
    await issuesOf(database).updateOne({ id }, { $set: { assignedTo, ...seen } }, { session });
    const before = { assignedTo: issue.assignedTo ?? null };
    return {
      action: "assign-issue",
      log: "assigned",
      before,
      after: { assignedTo },
      facts: { assignedTo: assignedTo ?? 0 },
    };
  });
}

/** Has nobody told of it for a time, or ends that: then they are told where it still stands. Throws `issue-unknown`, `issue-over`, `issue-times`. */
export function snoozeIssue(
  runtime: Runtime,
  by: SessionUser,
  id: number,
  { until, reason }: { readonly until: string | null; readonly reason: string },
) {
  return act(runtime, by, id, reason, async (session, issue) => {
    const nowMs = runtime.clock.now().getTime();
    const end = until === null ? null : new Date(until);
    if (end && (end.getTime() <= nowMs || end.getTime() > nowMs + MOST_SNOOZE_DAYS * DAY_MS))
      throw new AppError("issue-times", { most: MOST_SNOOZE_DAYS });
    const snooze = end && { until: end, by: by.userId, reason };
    await issuesOf(runtime.database).updateOne({ id }, { $set: { snooze, isUntold: true } }, { session });
    const log = snooze ? ("snoozed" as const) : ("woken" as const);
    const facts = end ? { until: end.getTime() } : {};
    const before = { until: issue.snooze?.until.toISOString() ?? null };
    return { action: "snooze-issue", log, before, after: { until }, facts };
  });
}

/**
 * Closes it by an operator's word. Where its check still fails it has to fail as often as at first before a new one is opened.
 * Throws `issue-unknown`, `issue-over`, `issue-elsewhere`.
 */
export function closeByHand(runtime: Runtime, by: SessionUser, id: number, reason: string) {
  return act(runtime, by, id, reason, async (session, issue) => {
    // Payments are halted because of it: that ends where it is explained.
    if (issue.type === "reconciliation") throw new AppError("issue-elsewhere");
    await closeIssue(runtime, issue, reason, session, by.userId);
    await forgetSubject(runtime.database, session, issue);
    return { action: "close-issue", log: null, before: { status: "active" }, after: { status: "resolved" } };
  });
}

/** Makes an issue a part of another. Each goes on to count by itself, so that it can be taken apart. Throws `issue-unknown`, `issue-over`, `issue-merge`. */
export function mergeIssue(
  runtime: Runtime,
  by: SessionUser,
  id: number,
  { into, reason }: { readonly into: number; readonly reason: string },
) {
  return act(runtime, by, id, reason, async (session, issue) => {
    const issues = issuesOf(runtime.database);
    const root = await issues.findOne({ id: into, type: typesFor(by.roles) }, { session });
    if (!root) throw new AppError("issue-unknown");
    const parts = await issues.countDocuments({ mergedInto: id }, { session });
    const isPart = (issue.mergedInto ?? null) !== null || (root.mergedInto ?? null) !== null;
    if (into === id || root.status !== "active" || isPart || parts > 0) throw new AppError("issue-merge");
    // Written, so that whoever closes it at this moment conflicts: it would close without what has become a part of it.
    await issues.updateOne({ id: into }, { $set: { mergedAt: runtime.clock.now() } }, { session });
    await issues.updateOne({ id }, { $set: { mergedInto: into } }, { session });
    const facts = { id: into };
    return { action: "merge-issue", log: "merged", before: { mergedInto: null }, after: { mergedInto: into }, facts };
  });
}

/** Takes it apart again: it stands for itself with all that was counted of it. Throws `issue-unknown`, `issue-over`, `issue-not-merged`. */
export function unmergeIssue(runtime: Runtime, by: SessionUser, id: number, reason: string) {
  return act(runtime, by, id, reason, async (session, { mergedInto = null }) => {
    if (mergedInto === null) throw new AppError("issue-not-merged");
    await issuesOf(runtime.database).updateOne({ id }, { $set: { mergedInto: null } }, { session });
    const facts = { id: mergedInto };
    return { action: "unmerge-issue", log: "unmerged", before: { mergedInto }, after: { mergedInto: null }, facts };
  });
}

/** Does something to an open issue in one transaction, with its rows in the record, the audit chain and the timeline. */
async function act(
  runtime: Runtime,
  by: SessionUser,
  id: number,
  reason: string,
  carryOut: (
    session: ClientSession,
    issue: StoredIssue,
  ) => Promise<Omit<Done, "log"> & { readonly log: MonitorAction | null }>,
): Promise<MonitoredIssueOutput> {
  const { database } = runtime;
  await database.transaction(async (session) => {
    const issue = await issuesOf(database).findOne({ id, type: typesFor(by.roles) }, { session });
    if (!issue) throw new AppError("issue-unknown");
    if (issue.status !== "active") throw new AppError("issue-over");
    const { action, log, before, after, facts } = await carryOut(session, issue);
    const details = `issue ${id} of ${issue.checkId}`;
    const row = { operatorId: by.userId, action, userId: null, reason, details, change: { before, after } };
    await noteOperatorAction(runtime, session, row);
    const note = { issueId: id, description: reason, by: by.userId, ...(facts && { facts }) };
    if (log !== null) await noteMonitored(runtime, session, { action: log, ...note });
  });
  return readIssue(runtime, by, id);
}
