import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readSaid } from "#schemas/said.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { rowSeals, useSeals } from "#server/platform/seals/row-seals.ts";
import { openIssue } from "#server/platform/issues/issues.ts";
import { wordsIn } from "#server/platform/words/words-in.ts";
import { UNTOLD_NOTIFICATIONS } from "#server/platform/notifications/notify.ts";
import { TestClock } from "#tests/support/app.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { addOperator } from "#tests/support/operators.ts";
import { writeNoticeChoices } from "#server/platform/operators/notice-choices.ts";
import { tellOperators } from "./tell-operators.ts";
import { OperatorNoticeChoices } from "#schemas/operator-notices.ts";
import * as v from "valibot";

const [FINANCE, SUPPORT, AUDITOR] = [1, 2, 3];
const HOUR_MS = 60 * 60 * 1000;
let mongo: TestMongo;
let context: { readonly database: Database; readonly clock: TestClock };
let made = 0;

beforeAll(async () => {
  mongo = await startMongo();
  context = { database: await openDatabase(mongo.url, "told", 10_000), clock: new TestClock() };
  useSeals(context.database, rowSeals(randomBytes(32)));
  await addOperator(context.database, FINANCE, ["finance"]);
  await addOperator(context.database, SUPPORT, ["support"]);
  await addOperator(context.database, AUDITOR, ["auditor"]);
}, 120_000);
afterAll(async () => {
  await context.database.close();
  await mongo.stop();
});
beforeEach(async () => {
  for (const name of ["cash_app_deposits", "system_issues", "operators_told", "notifications", UNTOLD_NOTIFICATIONS])
    await context.database.collection(name).deleteMany({});
});

async function deposits(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    made += 1;
    return { id: made, status: "pending", createdAt: context.clock.now() };
  });
  await context.database.collection("cash_app_deposits").insertMany(rows);
}

/** What somebody was told since the last time that this was asked, in English. */
async function told(userId: number): Promise<string[]> {
  const rows = context.database.collection("notifications");
  const found = await rows.find({ userId }).sort({ timestamp: 1 }).toArray();
  await rows.deleteMany({ userId });
  return found.map(({ detail }) =>
    wordsIn("en")
      .said(String(detail))
      .replaceAll(/since .+? UTC/g, "since then"),
  );
}

test("whoever may decide is told once, however often it is looked at, and nobody else", async () => {
  await deposits(1);
  await tellOperators(context);
  await tellOperators(context);
  expect(await told(FINANCE)).toEqual(["1 deposit waits, since then."]);
  expect(await told(SUPPORT)).toEqual([]);
  expect(await told(AUDITOR)).toEqual([]);
});

test("much at once is one message, and so is what comes within the hour while something waits", async () => {
  await deposits(12);
  await tellOperators(context);
  expect(await told(FINANCE)).toEqual(["12 deposits wait, the oldest since then."]);
  for (let n = 0; n < 3; n += 1) {
    context.clock.advance(60_000);
    await deposits(1);
    await tellOperators(context);
  }
  expect(await told(FINANCE)).toEqual([]);
  context.clock.advance(HOUR_MS);
  await tellOperators(context);
  expect(await told(FINANCE)).toEqual(["15 deposits wait, the oldest since then."]);
});

test("what comes in the place of another is told, and what only goes is not", async () => {
  await deposits(2);
  await tellOperators(context);
  await told(FINANCE);
  const rows = context.database.collection("cash_app_deposits");
  await rows.deleteOne({});
  context.clock.advance(2 * HOUR_MS);
  await tellOperators(context);
  expect(await told(FINANCE)).toEqual([]);
  await deposits(1);
  await tellOperators(context);
  expect(await told(FINANCE)).toEqual(["2 deposits wait, the oldest since then."]);
  // Once nothing was left, the next one is told at once.
  await rows.deleteMany({});
  await tellOperators(context);
  context.clock.advance(1000);
  await deposits(1);
  await tellOperators(context);
  expect(await told(FINANCE)).toEqual(["1 deposit waits, since then."]);
});

test("two processes at once tell it once", async () => {
  await deposits(3);
  await Promise.allSettled(Array.from({ length: 4 }, () => tellOperators(context)));
  await tellOperators(context);
  expect(await told(FINANCE)).toEqual(["3 deposits wait, the oldest since then."]);
});

test("each is told where they chose to be, in code and facts", async () => {
  const push = v.parse(OperatorNoticeChoices, { deposits: { app: true, push: false, mail: true } });
  await writeNoticeChoices(context, FINANCE, push);
  await deposits(1);
  await tellOperators(context);
  const untold = await context.database.collection(UNTOLD_NOTIFICATIONS).findOne({ userId: FINANCE });
  expect(untold?.["ways"]).toEqual({ push: false, mail: true });
  const row = await context.database.collection("notifications").findOne({ userId: FINANCE });
  expect(readSaid(String(row?.["detail"]))?.code).toBe("said.waits.deposits");
  await told(FINANCE);
  await writeNoticeChoices(context, FINANCE, {
    ...push,
    deposits: { app: false, push: true, mail: true },
  });
  await context.database.collection("operators_told").deleteMany({});
  await tellOperators(context);
  expect(await told(FINANCE)).toEqual([]);
  await context.database.collection("operator_notice_choices").deleteMany({});
});

test("what the books differ by is told as that, and no other issue is counted", async () => {
  const boss = 9;
  await addOperator(context.database, boss, ["super"]);
  const finding = { title: "T", description: "D", severity: "error", metadata: {} } as const;
  await openIssue(context, { ...finding, type: "job", checkId: "job-failing", subject: "x" });
  await openIssue(context, { ...finding, type: "reconciliation", checkId: "reconciliation", subject: "XLM" });
  await openIssue(context, { ...finding, type: "treasury", checkId: "treasury-low" });
  await tellOperators(context);
  const books = "The books differ from the ledger in 1 asset, since then: its payments are halted.";
  expect(await told(boss)).toEqual([books]);
  expect(await told(FINANCE)).toEqual([books]);
});
