import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { issueIndex } from "#server/platform/db/indexes.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { closeIssue, type Finding, openIssue, resolveIssue } from "./issues.ts";

const clock = { now: () => new Date() };
let mongo: TestMongo;
let database: Database;

beforeAll(async () => {
  mongo = await startMongo();
  database = await openDatabase(mongo.url, "issues", 10_000);
});
afterAll(async () => {
  await database.close();
  await mongo.stop();
});

function aFinding(checkId: string): Finding {
  return { type: "network", checkId, title: "T", description: "D", severity: "error", metadata: {} };
}

function activeIssues(checkId: string) {
  return database.collection("system_issues").find({ checkId, status: "active" }).toArray();
}

test("the index keeps the oldest of issues that were opened twice", async () => {
  const issues = database.collection("system_issues");
  await issues.insertMany([1, 2, 3].map((id) => ({ id: 100 + id, checkId: "old", status: "active" })));
  await issueIndex.run(database, clock.now());
  expect(await activeIssues("old")).toMatchObject([{ id: 101 }]);
});

test("one cause found by many at once is one active issue that counts them all", async () => {
  const context = { database, clock };
  await Promise.all(Array.from({ length: 8 }, () => openIssue(context, aFinding("many"))));
  expect(await activeIssues("many")).toMatchObject([{ occurrences: 8 }]);
});

test("a cause that comes back long after it was resolved is a new issue", async () => {
  const context = { database, clock };
  await openIssue(context, aFinding("back"));
  await resolveIssue(context, "back");
  expect(await activeIssues("back")).toEqual([]);
  const later = { now: () => new Date(Date.now() + 2 * 60 * 60 * 1000) };
  await openIssue({ database, clock: later }, aFinding("back"));
  expect(await activeIssues("back")).toMatchObject([{ occurrences: 1 }]);
  expect(await database.collection("system_issues").countDocuments({ checkId: "back" })).toBe(2);
});

test("whoever makes a check fail and pass by turns fills no list", async () => {
  const context = { database, clock };
  for (let turn = 0; turn < 20; turn += 1) {
    await openIssue(context, aFinding("flapping"));
    await resolveIssue(context, "flapping");
  }
  const found = await database.collection("system_issues").find({ checkId: "flapping" }).toArray();
  expect(found).toMatchObject([{ status: "resolved", occurrences: 20 }]);
});

test("what an operator closed and comes back is a new issue", async () => {
  const context = { database, clock };
  await openIssue(context, aFinding("closed"));
  await database.transaction((session) => closeIssue(context, "closed", "understood", session));
  await openIssue(context, aFinding("closed"));
  expect(await database.collection("system_issues").countDocuments({ checkId: "closed" })).toBe(2);
});
