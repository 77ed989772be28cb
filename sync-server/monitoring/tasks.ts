import { type ClientSession, MongoServerError } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { OperatorActionKind } from "#schemas/security.ts";
import { type NewTaskInput, type SetTaskInput, type TaskOutput, TASKS_OPEN, type TasksOutput } from "#schemas/tasks.ts";
import { noteOperatorAction } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { countWaiting, type Waiting } from "#server/platform/db/waiting.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SessionUser } from "#server/platform/http/session-user.ts";
import { OPEN_TASKS as OPEN, type StoredTask, TASKS, tasksOf } from "#server/platform/issues/issue-tasks.ts";
import { type MonitorNote, noteMonitored } from "#server/platform/issues/monitor-log.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import { isOpenFor } from "./read-issues.ts";

const DUPLICATE_KEY = 11_000;

/** How many are to be done, and since when the oldest is. */
export function waitingTasks(database: Database): Promise<Waiting> {
  return countWaiting(tasksOf(database), OPEN, "createdAt");
}

/** All that are open, the oldest first, in the operator's language. */
export async function listTasks(runtime: Runtime, { userId }: Pick<SessionUser, "userId">): Promise<TasksOutput> {
  const tasks = await tasksOf(runtime.database).find(OPEN).sort({ id: 1 }).limit(TASKS_OPEN).toArray();
  const { said } = await wordsFor(runtime, userId);
  return { tasks: tasks.map((task) => shownTask(task, said)) };
}

export function shownTask(task: StoredTask, said: (text: string) => string): TaskOutput {
  const { id, issueId, priority, status, assignedTo, taskData, createdAt, updatedAt, dueAt = null } = task;
  return {
    id,
    issueId,
    title: said(task.title),
    description: said(task.description),
    priority,
    status,
    assignedTo,
    createdBy: taskData.createdBy,
    dueAt: dueAt?.toISOString() ?? null,
    doing: taskData.doing ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Makes something of what is wrong, or of what an operator says, that one of them has to do. Throws `issue-over`, `task-open`, `tasks-full`. */
export async function addTask(runtime: Runtime, by: SessionUser, input: NewTaskInput): Promise<TasksOutput> {
  const { database, clock } = runtime;
  const { reason, issueId, dueAt, ...words } = input;
  const now = clock.now();
  const add = async (session: ClientSession) => {
    if (issueId !== null && !(await isOpenFor(database, session, { id: issueId, roles: by.roles })))
      throw new AppError("issue-over");
    if ((await tasksOf(database).countDocuments(OPEN, { session })) >= TASKS_OPEN) throw new AppError("tasks-full");
    const id = await database.nextIds(session, TASKS, 1);
    const taskData = { createdBy: by.userId, ...(issueId !== null && { openFor: issueId }) };
    const stands = { status: "pending" as const, assignedTo: null, completedAt: null };
    await tasksOf(database).insertOne(
      {
        id,
        issueId,
        ...words,
        ...stands,
        createdAt: now,
        updatedAt: now,
        dueAt: dueAt === null ? null : new Date(dueAt),
        taskData,
      },
      { session },
    );
    await note(runtime, session, {
      by,
      id,
      action: "add-task",
      reason,
      before: null,
      after: { ...words, dueAt, issueId },
    });
    await logTask(
      runtime,
      session,
      { id, issueId },
      { action: "task-opened", by: by.userId, description: words.title },
    );
  };
  try {
    await database.transaction(add);
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) throw new AppError("task-open");
    throw error;
  }
  return listTasks(runtime, by);
}

/** Looks anew at what a task was about: how its issue stands then; null where no check looks at it. */
export type Recheck = (issueId: number) => Promise<"closed" | "open" | "unknown" | null>;

/**
 * Takes a task on, gives it back or ends it, as long as it stands as the operator saw it. What was done is looked at anew at once,
 * and is to be done again where it did not help. Throws `task-unknown`, `task-changed`.
 */
export async function setTask(
  runtime: Runtime,
  by: SessionUser,
  id: number,
  input: SetTaskInput,
  recheck: Recheck,
): Promise<TasksOutput> {
  const issueId = await writeTask(runtime, by, id, input);
  const stands = input.status === "completed" && issueId !== null ? await recheck(issueId) : null;
  if (stands === null || issueId === null) return listTasks(runtime, by);
  if (stands === "open") await askAgain(runtime, id, issueId);
  return { ...(await listTasks(runtime, by)), recheck: { issueId, stands } };
}

/** It did not help: somebody has to do it after all, unless another task of the same came meanwhile. */
async function askAgain(runtime: Runtime, id: number, issueId: number): Promise<void> {
  const { database, clock } = runtime;
  await database.transaction(async (session) => {
    const other = { "taskData.openFor": issueId };
    if (await tasksOf(database).findOne(other, { session, projection: { id: 1 } })) return;
    const again = { status: "pending" as const, assignedTo: null, completedAt: null, updatedAt: clock.now() };
    const done = { id, status: "completed" as const };
    const set = { ...again, "taskData.openFor": issueId };
    const { matchedCount } = await tasksOf(database).updateOne(done, { $set: set }, { session });
    if (matchedCount > 0)
      await logTask(runtime, session, { id, issueId }, { action: "task-changed", facts: { status: "pending" } });
  });
}

async function writeTask(
  runtime: Runtime,
  by: SessionUser,
  id: number,
  { status, former, reason }: SetTaskInput,
): Promise<number | null> {
  const { database, clock } = runtime;
  const isOver = status === "completed" || status === "cancelled";
  const assignedTo = status === "in_progress" ? by.userId : status === "pending" ? null : former.assignedTo;
  const now = clock.now();
  return database.transaction(async (session) => {
    const task = await tasksOf(database).findOneAndUpdate(
      { id, $and: [OPEN, former] },
      {
        $set: { status, assignedTo, updatedAt: now, completedAt: isOver ? now : null },
        ...(isOver && { $unset: { "taskData.openFor": "" } }),
      },
      { session },
    );
    if (!task) {
      const known = await tasksOf(database).findOne({ id }, { session, projection: { id: 1 } });
      throw new AppError(known ? "task-changed" : "task-unknown");
    }
    await note(runtime, session, { by, id, action: "set-task", reason, before: former, after: { status, assignedTo } });
    const log = { action: "task-changed", by: by.userId, description: reason, facts: { status } } as const;
    await logTask(runtime, session, task, log);
    return task.issueId;
  });
}

function logTask(
  runtime: Runtime,
  session: ClientSession,
  { id, issueId }: Pick<StoredTask, "id" | "issueId">,
  note: Omit<MonitorNote, "taskId" | "issueId">,
): Promise<void> {
  return noteMonitored(runtime, session, { ...note, taskId: id, ...(issueId !== null && { issueId }) });
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
