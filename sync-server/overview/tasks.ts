import { type ClientSession, type Document, MongoServerError } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { OperatorActionKind } from "#schemas/security.ts";
import {
  type NewTaskInput,
  type SetTaskInput,
  type TaskPriority,
  TASKS_OPEN,
  type TasksOutput,
  type TaskStatus,
} from "#schemas/tasks.ts";
import { noteOperatorAction } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { countWaiting, type Waiting } from "#server/platform/db/waiting.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { isOpenFor } from "./read-issues.ts";

interface StoredTask extends Document {
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
  /** Who made it, and the issue of which this is the open task. */
  readonly taskData: { readonly createdBy: number; readonly openFor?: number };
}

const TASKS = "maintenance_tasks";
const OPEN = { status: { $in: ["pending", "in_progress"] as TaskStatus[] } };
const DUPLICATE_KEY = 11_000;

export const taskIndexes: Migration = {
  number: 116,
  name: "what operators have to do, by how it stands, one open task of an issue",
  run: async (database) => {
    const tasks = tasksOf(database);
    await tasks.createIndex({ status: 1, id: 1 });
    await tasks.createIndex({ "taskData.openFor": 1 }, { unique: true, sparse: true });
  },
};

function tasksOf(database: Database) {
  return database.collection<StoredTask>(TASKS);
}

/** How many are to be done, and since when the oldest is. */
export function waitingTasks(database: Database): Promise<Waiting> {
  return countWaiting(tasksOf(database), OPEN, "createdAt");
}

/** All that are open, the oldest first. */
export async function listTasks({ database }: Runtime): Promise<TasksOutput> {
  const tasks = await tasksOf(database).find(OPEN).sort({ id: 1 }).limit(TASKS_OPEN).toArray();
  return {
    tasks: tasks.map(({ taskData, createdAt, updatedAt, ...task }) => ({
      id: task.id,
      issueId: task.issueId,
      title: task.title,
      description: task.description,
      priority: task.priority,
      status: task.status,
      assignedTo: task.assignedTo,
      createdBy: taskData.createdBy,
      dueAt: null,
      doing: null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
  };
}

/** Makes something of what is wrong, or of what an operator says, that one of them has to do. Throws `issue-over`, `task-open`, `tasks-full`. */
export async function addTask(runtime: Runtime, by: SessionUser, input: NewTaskInput): Promise<TasksOutput> {
  const { database, clock } = runtime;
  const { reason, issueId, ...words } = input;
  const now = clock.now();
  const add = async (session: ClientSession) => {
    if (issueId !== null && !(await isOpenFor(database, session, { id: issueId, roles: by.roles })))
      throw new AppError("issue-over");
    if ((await tasksOf(database).countDocuments(OPEN, { session })) >= TASKS_OPEN) throw new AppError("tasks-full");
    const id = await database.nextIds(session, TASKS, 1);
    const taskData = { createdBy: by.userId, ...(issueId !== null && { openFor: issueId }) };
    const stands = { status: "pending" as const, assignedTo: null, completedAt: null };
    await tasksOf(database).insertOne(
      { id, issueId, ...words, ...stands, createdAt: now, updatedAt: now, taskData },
      { session },
    );
    await note(runtime, session, { by, id, action: "add-task", reason, before: null, after: { ...words, issueId } });
  };
  try {
    await database.transaction(add);
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) throw new AppError("task-open");
    throw error;
  }
  return listTasks(runtime);
}

/** Takes a task on, gives it back or ends it, as long as it stands as the operator saw it. Throws `task-unknown`, `task-changed`. */
export async function setTask(
  runtime: Runtime,
  by: SessionUser,
  id: number,
  { status, former, reason }: SetTaskInput,
): Promise<TasksOutput> {
  const { database, clock } = runtime;
  const isOver = status === "completed" || status === "cancelled";
  const assignedTo = status === "in_progress" ? by.userId : status === "pending" ? null : former.assignedTo;
  const now = clock.now();
  await database.transaction(async (session) => {
    const { matchedCount } = await tasksOf(database).updateOne(
      { id, $and: [OPEN, former] },
      {
        $set: { status, assignedTo, updatedAt: now, completedAt: isOver ? now : null },
        ...(isOver && { $unset: { "taskData.openFor": "" } }),
      },
      { session },
    );
    if (matchedCount === 0) {
      const task = await tasksOf(database).findOne({ id }, { session });
      throw new AppError(task ? "task-changed" : "task-unknown");
    }
    await note(runtime, session, { by, id, action: "set-task", reason, before: former, after: { status, assignedTo } });
  });
  return listTasks(runtime);
}

interface Noted {
  readonly by: SessionUser;
  readonly id: number;
  readonly action: OperatorActionKind;
  readonly reason: string;
  readonly before: object | null;
  readonly after: object;
}

function note(
  runtime: Runtime,
  session: ClientSession,
  { by, id, action, reason, before, after }: Noted,
): Promise<void> {
  const change = { before, after };
  const row = { operatorId: by.userId, action, userId: null, reason, details: `task ${id}`, change };
  return noteOperatorAction(runtime, session, row);
}
