import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OperatorNoticeChoices } from "#schemas/operator-notices.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { type Finding, openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { issuesOf } from "#server/platform/issues/stored-issue.ts";
import { UNTOLD_NOTIFICATIONS } from "#server/platform/notifications/notify.ts";
import { writeNoticeChoices } from "#server/platform/operators/notice-choices.ts";
import { rowSeals, useSeals } from "#server/platform/seals/row-seals.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { TestClock } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { addOperator } from "#tests/support/operators.ts";
import { tellIssues } from "./tell-issues.ts";
import { deliveriesOf, WEBHOOK, webhookOf } from "./webhook-store.ts";

const [BOSS, FINANCE, AUDITOR] = [1, 2, 3];
const SECOND_MS = 1000;
const HOUR_MS = 60 * 60 * SECOND_MS;
let mongo: TestMongo;
let context: { readonly database: Database; readonly clock: TestClock };

beforeAll(async () => {
  mongo = await startMongo();
  context = { database: await openDatabase(mongo.url, "told-issues", 10_000), clock: new TestClock() };
  useSeals(context.database, rowSeals(randomBytes(32)));
  await addOperator(context.database, BOSS, ["super"]);
  await addOperator(context.database, FINANCE, ["finance"]);
  await addOperator(context.database, AUDITOR, ["auditor"]);
}, 120_000);
afterAll(async () => {
  await context.database.close();
  await mongo.stop();
});
beforeEach(async () => {
  const names = ["system_issues", "monitoring_told", "notifications", UNTOLD_NOTIFICATIONS, "webhook_deliveries"];
  for (const name of [...names, "monitoring_webhooks", "operator_notice_choices", "maintenance_windows"])
    await context.database.collection(name).deleteMany({});
});

function aFinding(checkId: string, more: Partial<Finding> = {}): Finding {
  return {
    type: "network",
    checkId,
    title: `${checkId} fails`,
    description: "D",
    severity: "critical",
    metadata: {},
    ...more,
  };
}

/** Looks every three seconds, as the loop does. */
async function look(forMs: number): Promise<void> {
  for (let passedMs = 0; passedMs <= forMs; passedMs += 3000) {
    await tellIssues(context);
    context.clock.advance(3000);
  }
}

async function told(userId: number): Promise<string[]> {
  const rows = context.database.collection("notifications");
  const found = await rows.find({ userId }).sort({ timestamp: 1 }).toArray();
  return found.map(({ detail }) => wordsIn("en").said(String(detail)));
}

function pushes(): Promise<number> {
  return context.database.collection(UNTOLD_NOTIFICATIONS).countDocuments({ userId: BOSS });
}

test("what is critical is told within half a minute, once, to whoever may do something about it", async () => {
  await openIssue(context, aFinding("a"));
  await look(12 * SECOND_MS);
  expect(await told(BOSS)).toEqual([]);
  await look(9 * SECOND_MS);
  const issue = await issuesOf(context.database).findOne({ checkId: "a" });
  expect(await told(BOSS)).toEqual([`Critical: a fails (issue ${issue?.id}).`]);
  expect(await told(FINANCE)).toEqual([]);
  expect(await told(AUDITOR)).toEqual([]);
  for (let times = 0; times < 5; times += 1) await openIssue(context, aFinding("a"));
  await look(60 * SECOND_MS);
  expect(await told(BOSS)).toHaveLength(1);
});

test("what breaks together is one message, and what follows within a minute is added to it", async () => {
  for (const name of ["a", "b"]) await openIssue(context, aFinding(name));
  await look(18 * SECOND_MS);
  expect((await told(BOSS))[0]).toMatch(/^Critical: 2 things went wrong at once, first of all: a fails/);
  await openIssue(context, aFinding("c", { severity: "error" }));
  await look(6 * SECOND_MS);
  expect(await told(BOSS)).toHaveLength(1);
  expect((await told(BOSS))[0]).toMatch(/^Critical: 3 things/);
  expect(await pushes()).toBe(1);
});

test("a clock that was ahead delays no message", async () => {
  const AHEAD_MS = 45 * SECOND_MS;
  await openIssue(context, aFinding("clock"));
  await look(18 * SECOND_MS);
  await openIssue(context, aFinding("gathered", { severity: "error" }));
  const outage = context.database.collection<{ _id: string }>("monitoring_told");
  for (const field of ["at", "gatheringSince"])
    await outage.updateOne(
      { _id: "outage" },
      { $set: { [field]: new Date(context.clock.now().getTime() + AHEAD_MS) } },
    );
  await openIssue(context, aFinding("grave"));
  await look(18 * SECOND_MS);
  expect((await told(BOSS))[1]).toMatch(/^Critical: 2 things went wrong at once, first of all: grave fails/);
  expect(await pushes()).toBe(2);
});

test("what rests upon something broken is told to nobody", async () => {
  await openIssue(context, aFinding("child", { dependsOn: ["parent"] }));
  await openIssue(context, aFinding("parent"));
  await look(30 * SECOND_MS);
  expect(await told(BOSS)).toEqual([expect.stringContaining("parent fails")]);
  context.clock.advance(2 * 60 * SECOND_MS);
  await resolveIssue(context, "parent");
  await look(30 * SECOND_MS);
  expect(await told(BOSS)).toEqual([expect.stringContaining("parent fails"), expect.stringContaining("child fails")]);
});

test("of one issue that comes and goes nobody is told more than once an hour", async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    await openIssue(context, aFinding("flaps"));
    await look(120 * SECOND_MS);
    await resolveIssue(context, "flaps");
  }
  expect(await told(BOSS)).toHaveLength(1);
  context.clock.advance(HOUR_MS);
  await openIssue(context, aFinding("flaps"));
  await look(30 * SECOND_MS);
  expect(await told(BOSS)).toHaveLength(2);
});

test("a silenced issue, and one in a window of maintenance, are told once that is over and they still stand", async () => {
  const { database, clock } = context;
  await openIssue(context, aFinding("silenced"));
  await openIssue(context, aFinding("worked-on"));
  const until = new Date(clock.now().getTime() + HOUR_MS);
  await issuesOf(database).updateOne(
    { checkId: "silenced" },
    { $set: { snooze: { until, by: BOSS, reason: "known" } } },
  );
  const window = {
    id: 1,
    checkIds: ["worked-on"],
    from: clock.now(),
    until,
    by: BOSS,
    reason: "update",
    endedAt: null,
  };
  await database.collection("maintenance_windows").insertOne(window);
  await look(60 * SECOND_MS);
  expect(await told(BOSS)).toEqual([]);
  clock.advance(HOUR_MS);
  await look(30 * SECOND_MS);
  expect((await told(BOSS))[0]).toMatch(/^Critical: 2 things/);
});

test("each operator is told where they chose to be", async () => {
  const choices = v.parse(OperatorNoticeChoices, { failures: { app: true, push: false, mail: true } });
  await writeNoticeChoices(context, BOSS, choices);
  await openIssue(context, aFinding("t", { type: "treasury" }));
  await openIssue(context, aFinding("n"));
  await look(30 * SECOND_MS);
  const untold = await context.database.collection(UNTOLD_NOTIFICATIONS).find({}).sort({ userId: 1 }).toArray();
  expect(untold.map(({ userId, ways }) => [userId, ways])).toEqual([
    [BOSS, { push: true, mail: true }],
    [FINANCE, { push: true, mail: false }],
  ]);
  expect((await told(FINANCE))[0]).toContain("t fails");
});

test("two processes that tell at the same moment tell it once", async () => {
  await openIssue(context, aFinding("a"));
  await look(12 * SECOND_MS);
  context.clock.advance(10 * SECOND_MS);
  await Promise.all([1, 2, 3].map(() => tellIssues(context)));
  expect(await told(BOSS)).toHaveLength(1);
  expect(await pushes()).toBe(1);
});

test("the webhook hears of what is grave enough, when it opens and when it is over", async () => {
  const { database, clock } = context;
  const webhook = {
    _id: WEBHOOK,
    url: "https://example.org/x",
    leastSeverity: "error",
    setBy: BOSS,
    setAt: clock.now(),
  } as const;
  await webhookOf(database).insertOne(webhook);
  await openIssue(context, aFinding("grave"));
  await openIssue(context, aFinding("slight", { severity: "warning" }));
  await look(30 * SECOND_MS);
  await resolveIssue(context, "grave");
  await resolveIssue(context, "slight");
  await tellIssues(context);
  const sent = await deliveriesOf(database).find({}).sort({ createdAt: 1 }).toArray();
  const issue = await issuesOf(database).findOne({ checkId: "grave" });
  expect(sent.map(({ event, issueIds }) => [event, issueIds])).toEqual([
    ["issue.opened", [issue?.id]],
    ["issue.resolved", [issue?.id]],
  ]);
  expect(JSON.parse(sent[0]?.body ?? "").data.issues).toMatchObject([
    { check: "grave", severity: "critical", title: "grave fails" },
  ]);
});
