import type { ClientSession } from "mongodb";
import type { SaidFacts } from "#schemas/said.ts";
import type { CheckTask } from "#server/platform/checks/check.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { TASKS, tasksOf } from "#server/platform/issues/issue-tasks.ts";
import { noteMonitored } from "#server/platform/issues/monitor-log.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

/** Asks operators for what only a person can do about an issue, where nobody was asked yet. */
export async function openTaskFor(
  runtime: Runtime,
  session: ClientSession,
  issueId: number,
  { title, description, priority, dueMs, doing }: CheckTask,
  facts: SaidFacts,
): Promise<void> {
  const { database, clock } = runtime;
  if (await tasksOf(database).findOne({ "taskData.openFor": issueId }, { session, projection: { id: 1 } })) return;
  const now = clock.now();
  const id = await database.nextIds(session, TASKS, 1);
  await tasksOf(database).insertOne(
    {
      id,
      issueId,
      title: issueSaid(title, facts),
      description: issueSaid(description, facts),
      priority,
      status: "pending",
      assignedTo: null,
      createdAt: now,
      updatedAt: now,
      completedAt: null,
      dueAt: new Date(now.getTime() + dueMs),
      taskData: { createdBy: null, openFor: issueId, doing },
    },
    { session },
  );
  await noteMonitored(runtime, session, {
    action: "task-opened",
    issueId,
    taskId: id,
    description: issueSaid(title, facts),
  });
}
