import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Check, CheckResult } from "#server/platform/checks/check.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { issuesByCause } from "#server/platform/issues/migrations.ts";
import { tasksOf } from "#server/platform/issues/issue-tasks.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { logsOf } from "#server/platform/issues/monitor-log.ts";
import { issuesOf } from "#server/platform/issues/stored-issue.ts";
import { openLeases } from "#server/platform/jobs/leases.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { monitoringIndexes, taskIndexes } from "./migrations.ts";
import { addStates, claimCheck, statesOf } from "./check-state.ts";
import { makeCheck } from "./make-check.ts";
import { makeNow, recheckIssue } from "./make-now.ts";
import { startRunner } from "./run-checks.ts";
import { tellOverdue } from "./watch-runner.ts";
import { writeLook } from "./write-look.ts";

const SIGNAL = new AbortController().signal;
const ONCE = { isDecisive: false, signal: SIGNAL };
let app: TestApp;
let mongo: TestMongo;
let database: Database;
let runtime: Runtime;
let made = 0;

beforeAll(async () => {
  app = await startTestApp();
  // One of its own: the app's runner has the lease of its database.
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "runner", 10_000);
  for (const migration of [taskIndexes, issuesByCause, monitoringIndexes])
    await migration.run(database, app.clock.now());
  runtime = { ...app.runtime, database };
}, 240_000);
afterAll(async () => {
  await database.close();
  await mongo.stop();
  await app.stop();
});
beforeEach(async () => {
  await issuesOf(database).deleteMany({ checkId: /^own-/ });
});

/** A check of which the test says how it stands. */
function aCheck(run: Check["run"], more: Partial<Check> = {}): Check {
  made += 1;
  return {
    id: `own-${made}`,
    version: 1,
    type: "network",
    severity: "error",
    intervalMs: 50,
    timeLimitMs: 2000,
    failures: 2,
    passes: 1,
    dependsOn: [],
    title: "issue.silent",
    means: "issue.leases.means",
    steps: [{ says: "issue.leases.do", command: "npm run doctor" }],
    run,
    ...more,
  };
}

function failing(subject = ""): CheckResult {
  return { subject, problem: "issue.silent.means", facts: { ledger: 7, name: "x" } };
}

function issuesFor({ id }: Check) {
  return issuesOf(database).find({ checkId: id }).sort({ id: 1 }).toArray();
}

test("however many processes make a check at once, each look is made by one and counts once", async () => {
  let looks = 0;
  const check = aCheck(() => {
    looks += 1;
    return Promise.resolve([failing()]);
  });
  await addStates(database, [check]);
  const others = Array.from({ length: 12 }, () => makeCheck(runtime, check, ONCE));
  const written = (await Promise.all(others)).filter(Boolean).length;
  for (let more = 0; more < 3; more += 1) await makeCheck(runtime, check, ONCE);
  expect(looks).toBe(written + 3);
  expect(await issuesFor(check)).toMatchObject([{ occurrences: written + 3, status: "active", subject: "" }]);
});

test("who dies between looking and writing counts nothing, and whoever comes too late writes nothing", async () => {
  const check = aCheck(() => Promise.resolve([failing()]), { failures: 1 });
  await addStates(database, [check]);
  const dead = (await claimCheck(database, check)) ?? "";
  expect(await makeCheck(runtime, check, ONCE)).toBe(false);
  await statesOf(database).updateOne({ _id: check.id }, { $set: { "claim.until": new Date(0) } });
  expect(await makeCheck(runtime, check, ONCE)).toBe(true);
  const late = { token: dead, durationMs: 1, isDecisive: false, look: { results: [failing()] } };
  expect(await writeLook(runtime, check, late)).toBe(null);
  expect(await issuesFor(check)).toMatchObject([{ occurrences: 1 }]);
});

test("a check that throws or takes too long is an issue, which is over once it can be made", async () => {
  const outcomes = [
    () => Promise.reject(new Error("no such host")),
    () => new Promise<never>(() => undefined),
    () => Promise.resolve([]),
  ];
  const check = aCheck(() => (outcomes.shift() ?? (() => Promise.resolve([])))(), { timeLimitMs: 50 });
  await addStates(database, [check]);
  for (let looks = 0; looks < 2; looks += 1) await makeCheck(runtime, check, ONCE);
  const broken = { checkId: "check-broken", subject: check.id };
  expect(await issuesOf(database).findOne(broken)).toMatchObject({ status: "active", occurrences: 2 });
  await makeCheck(runtime, check, ONCE);
  expect(await issuesOf(database).findOne(broken)).toMatchObject({ status: "resolved", autoResolved: true });
});

test("a version that means something else closes what the former one found", async () => {
  const check = aCheck(() => Promise.resolve([failing()]), { failures: 1 });
  await addStates(database, [check]);
  await makeCheck(runtime, check, ONCE);
  await makeCheck(runtime, { ...check, version: 2 }, ONCE);
  expect(await issuesFor(check)).toMatchObject([
    { version: 1, status: "resolved" },
    { version: 2, status: "active" },
  ]);
});

test("a takeover goes on from what was kept, and what rests upon a broken check is not made", async () => {
  let isDown = true;
  let looks = 0;
  const parent = aCheck(() => Promise.resolve(isDown ? [failing()] : []));
  const child = aCheck(
    () => {
      looks += 1;
      return Promise.resolve([failing("a")]);
    },
    { dependsOn: [parent.id], failures: 1 },
  );
  const first = startRunner(runtime, openLeases(database, 600), [parent, child]);
  await eventually(async () => (await issuesFor(parent))[0]?.status === "active", 30_000);
  await first.stop();
  const counted = (await issuesFor(parent))[0]?.occurrences ?? 0;
  const second = startRunner(runtime, openLeases(database, 600), [parent, child]);
  await eventually(async () => ((await issuesFor(parent))[0]?.occurrences ?? 0) > counted, 30_000);
  await eventually(async () => (await statesOf(database).findOne({ _id: child.id }))?.becauseOf !== null, 30_000);
  expect(looks).toBe(0);
  isDown = false;
  await eventually(async () => (await issuesFor(child))[0]?.status === "active", 30_000);
  await second.stop();
  expect(await issuesFor(parent)).toMatchObject([{ status: "resolved" }]);
  expect((await issuesFor(child))[0]).toMatchObject({ subject: "a", becauseOf: null });
}, 120_000);

test("what can be put right is tried within limits, and each attempt is written down", async () => {
  let tries = 0;
  const check = aCheck(() => Promise.resolve([failing()]), {
    failures: 1,
    repair: {
      mostPerHour: 2,
      run: () => {
        tries += 1;
        return tries === 1 ? Promise.reject(new Error("refused")) : Promise.resolve();
      },
    },
  });
  await addStates(database, [check]);
  for (let looks = 0; looks < 4; looks += 1) await makeCheck(runtime, check, ONCE);
  expect(tries).toBe(2);
  const [issue] = await issuesFor(check);
  expect(issue).toMatchObject({ autoResolvable: true, occurrences: 4 });
  const attempts = await logsOf(database)
    .find({ issueId: issue?.id ?? 0, action: "repaired" })
    .sort({ id: 1 })
    .toArray();
  expect(attempts.map(({ successful, errorMessage }) => [successful, errorMessage])).toEqual([
    [false, "refused"],
    [true, null],
  ]);
});

test("what only a person can do is a task, which is over with its issue, and looked at anew where somebody asks", async () => {
  let isWrong = true;
  const check = aCheck(() => Promise.resolve(isWrong ? [failing()] : []), {
    failures: 1,
    passes: 3,
    task: () => ({
      title: "issue.silent",
      description: "issue.silent.means",
      priority: "high",
      dueMs: 60_000,
      doing: { kind: "command", command: "npm run doctor" },
    }),
  });
  await addStates(database, [check]);
  for (let looks = 0; looks < 2; looks += 1) await makeCheck(runtime, check, ONCE);
  const [issue] = await issuesFor(check);
  const tasks = () =>
    tasksOf(database)
      .find({ issueId: issue?.id ?? 0 })
      .toArray();
  expect(await tasks()).toMatchObject([{ status: "pending", priority: "high", taskData: { createdBy: null } }]);
  expect(await recheckIssue(runtime, [check], issue?.id ?? 0, SIGNAL)).toBe("open");
  isWrong = false;
  expect(await recheckIssue(runtime, [check], issue?.id ?? 0, SIGNAL)).toBe("closed");
  expect(await tasks()).toMatchObject([{ status: "completed" }]);
});

test("a check that is being made is waited for, and no longer than it may take", async () => {
  const check = aCheck(() => Promise.resolve([]), { timeLimitMs: 100 });
  await addStates(database, [check]);
  await claimCheck(database, check);
  await expect(makeNow(runtime, check, SIGNAL, null)).rejects.toMatchObject({ code: "check-busy" });
});

test("whoever serves notices that nothing is checked, or that one check was not made", async () => {
  const [one, other] = [aCheck(() => Promise.resolve([])), aCheck(() => Promise.resolve([]))];
  await addStates(database, [one, other]);
  for (const check of [one, other]) await makeCheck(runtime, check, ONCE);
  const before = { dueAt: new Date(Date.now() - 10 * 60_000) };
  await statesOf(database).updateOne({ _id: one.id }, { $set: before });
  await tellOverdue(runtime, [one, other]);
  const late = { checkId: "check-overdue", subject: one.id };
  expect(await issuesOf(database).findOne(late)).toMatchObject({ status: "active" });
  await statesOf(database).updateOne({ _id: other.id }, { $set: before });
  await tellOverdue(runtime, [one, other]);
  const silent = { checkId: "checks-silent" };
  expect(await issuesOf(database).findOne(silent)).toMatchObject({ status: "active", severity: "critical" });
  for (const check of [one, other]) await makeCheck(runtime, check, ONCE);
  await tellOverdue(runtime, [one, other]);
  expect(await issuesOf(database).findOne(silent)).toMatchObject({ status: "resolved" });
  expect(await issuesOf(database).findOne(late)).toMatchObject({ status: "resolved" });
});

test("issues that came while nobody looked are found by checks that others hand in", async () => {
  const check = aCheck(() => Promise.resolve([]), { dependsOn: ["own-cause"] });
  await openIssue(runtime, {
    type: "network",
    checkId: "own-cause",
    title: "T",
    description: "D",
    severity: "error",
    metadata: {},
  });
  const runner = startRunner(runtime, openLeases(database, 600), [check]);
  await eventually(
    async () => ((await statesOf(database).findOne({ _id: check.id }))?.becauseOf ?? null) !== null,
    30_000,
  );
  await resolveIssue(runtime, "own-cause");
  await eventually(
    async () => ((await statesOf(database).findOne({ _id: check.id }))?.lastRunAt ?? null) !== null,
    30_000,
  );
  await runner.stop();
}, 90_000);
