import type { ClientSession, Document } from "mongodb";
import type { TaskDoing, TaskPriority, TaskStatus } from "#schemas/tasks.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteMonitored } from "./monitor-log.ts";

/** Something that a person has to do, as it is stored: its texts are code and facts where the service asks for it. */
export interface StoredTask extends Document {
  readonly id: number;
  readonly issueId: number | null;
  readonly title: string;
  readonly description: string;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
  readonly assignedTo: number | null;
  readonly dueAt?: Date | null;
  /** Who made it (null: the service), the issue of which this is the open task, and what exactly is to be done. */
  readonly taskData: {
    readonly createdBy: number | null;
    readonly openFor?: number;
    readonly doing?: TaskDoing | null;
  };
}

export const TASKS = "maintenance_tasks";
export const OPEN_TASKS = { status: { $in: ["pending", "in_progress"] as TaskStatus[] } };

export function tasksOf(database: Database) {
  return database.collection<StoredTask>(TASKS);
}

/** What the service itself asked for because of an issue is done with once that is over. */
export async function passOnTasks(
  context: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  issueId: number,
): Promise<void> {
  const now = context.clock.now();
  const done = await tasksOf(context.database).findOneAndUpdate(
    { "taskData.openFor": issueId, "taskData.createdBy": null },
    { $set: { status: "completed", updatedAt: now, completedAt: now }, $unset: { "taskData.openFor": "" } },
    { session },
  );
  if (!done) return;
  const facts = { status: "completed" };
  await noteMonitored(context, session, { action: "task-changed", issueId, taskId: done.id, facts });
}
