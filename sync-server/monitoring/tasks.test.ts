import { afterAll, beforeAll, expect, test } from "vitest";
import { type TaskOutput, TASKS_OPEN } from "#schemas/tasks.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

const URL = "/api/admin/tasks";
const TASK = { issueId: null, title: "Call the bank", description: "They asked.", priority: "high", reason: "asked" };
let app: TestApp;
let boss: TestUser;
let helper: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  [boss, helper] = [await aConfirmedAdmin(app), await aConfirmedAdmin(app, ["support"])];
}, 120_000);
afterAll(() => app.stop());

async function tasks(): Promise<readonly TaskOutput[]> {
  return (await askAs(app, boss, "GET", URL)).body.tasks;
}

function set(by: TestUser, task: TaskOutput | undefined, status: string) {
  const former = { status: task?.status, assignedTo: task?.assignedTo };
  return askAs(app, by, "POST", `${URL}/${task?.id}`, { status, former, reason: `it is ${status}` });
}

async function anIssue(type: string, checkId: string): Promise<number> {
  const finding = { type, checkId, title: "It is silent", description: "", severity: "error", metadata: {} } as const;
  await openIssue(app.runtime, finding);
  const issue = await app.database.collection("system_issues").findOne({ checkId });
  return Number(issue?.["id"]);
}

test("a task is made, taken on, given back, taken over and ended, each time on record", async () => {
  expect((await askAs(app, boss, "POST", URL, TASK)).status).toBe(201);
  const [made] = await tasks();
  expect(made).toMatchObject({ status: "pending", assignedTo: null, createdBy: boss.user.id, priority: "high" });
  expect((await set(helper, made, "in_progress")).body.tasks).toMatchObject([{ assignedTo: helper.user.id }]);
  // What was seen before somebody took it on is not what is decided about.
  expect((await set(boss, made, "in_progress")).body.code).toBe("task-changed");
  expect((await set(helper, (await tasks())[0], "pending")).body.tasks).toMatchObject([{ assignedTo: null }]);
  await set(helper, (await tasks())[0], "in_progress");
  expect((await set(boss, (await tasks())[0], "in_progress")).body.tasks).toMatchObject([{ assignedTo: boss.user.id }]);
  const last = (await tasks())[0];
  expect((await set(boss, last, "completed")).body.tasks).toEqual([]);
  expect((await set(boss, last, "completed")).body.code).toBe("task-changed");
  expect((await set(boss, { ...TASK, ...last, id: 999_999 } as TaskOutput, "completed")).body.code).toBe(
    "task-unknown",
  );
  const acts = await app.database.collection("operator_actions").find({ action: "set-task" }).sort({ id: 1 }).toArray();
  expect(acts.map(({ operatorId, reason, details }) => [operatorId, reason, details])).toEqual([
    [helper.user.id, "it is in_progress", `task ${made?.id}`],
    [helper.user.id, "it is pending", `task ${made?.id}`],
    [helper.user.id, "it is in_progress", `task ${made?.id}`],
    [boss.user.id, "it is in_progress", `task ${made?.id}`],
    [boss.user.id, "it is completed", `task ${made?.id}`],
  ]);
  expect(JSON.parse(acts[0]?.["change"])).toEqual({
    before: { status: "pending", assignedTo: null },
    after: { status: "in_progress", assignedTo: helper.user.id },
  });
  const kept = await app.database.collection("maintenance_tasks").findOne({ id: made?.id });
  expect(kept).toMatchObject({ status: "completed", completedAt: expect.any(Date) });
});

test("what is wrong is one task at a time, of whoever may know of it", async () => {
  const [silent, books] = [await anIssue("network", "silent"), await anIssue("treasury", "books")];
  const [one, other] = await Promise.all(
    [boss, boss].map((by) => askAs(app, by, "POST", URL, { ...TASK, issueId: silent })),
  );
  expect([one?.status, other?.status].toSorted()).toEqual([201, 409]);
  expect([one, other].find((each) => each?.status === 409)?.body.code).toBe("task-open");
  // Support is told of neither.
  for (const issueId of [silent, books, 999_999])
    expect((await askAs(app, helper, "POST", URL, { ...TASK, issueId })).body.code).toBe("issue-over");
  await resolveIssue(app.runtime, "books");
  expect((await askAs(app, boss, "POST", URL, { ...TASK, issueId: books })).body.code).toBe("issue-over");
  const task = (await tasks()).find(({ issueId }) => issueId === silent);
  await set(boss, task, "cancelled");
  expect((await askAs(app, boss, "POST", URL, { ...TASK, issueId: silent })).status).toBe(201);
});

test("auditors read them, people nothing, and nobody opens more than a hundred", async () => {
  const auditor = await anAdmin(app, ["auditor"]);
  expect((await askAs(app, auditor, "GET", URL)).status).toBe(200);
  expect((await askAs(app, auditor, "POST", URL, TASK)).body.code).toBe("role-required");
  expect((await askAs(app, await aUser(app), "GET", URL)).status).toBe(403);
  expect((await askAs(app, boss, "POST", URL, { ...TASK, title: " " })).body.code).toBe("input-invalid");
  const { reason: _reason, ...words } = TASK;
  const now = app.clock.now();
  const rows = Array.from({ length: TASKS_OPEN - (await tasks()).length }, (_, index) => ({
    ...words,
    id: 900_000 + index,
    status: "pending",
    assignedTo: null,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
    taskData: { createdBy: boss.user.id },
  }));
  await app.database.collection("maintenance_tasks").insertMany(rows);
  expect(await tasks()).toHaveLength(TASKS_OPEN);
  expect((await askAs(app, boss, "POST", URL, TASK)).body.code).toBe("tasks-full");
});
