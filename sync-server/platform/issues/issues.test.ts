import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { issueIndex } from "#server/platform/db/indexes.ts";
import { startMongo, type TestMongo } from "#tests/support/embedded.ts";
import { closeIssue, type Finding, openIssue, resolveIssue } from "./issues.ts";
import { issuesByCause } from "./migrations.ts";
import { logsOf } from "./monitor-log.ts";
import { issuesOf, type StoredIssue } from "./stored-issue.ts";

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

test("issues from before causes had names are named by what they are about", async () => {
  const issues = database.collection("system_issues");
  const former = [
    ["reconciliation XLM", "reconciliation:XLM:1"],
    ["job-failing kyc pictures", "job-failing:kyc pictures:1"],
    ["sync-misfit:balances", "sync-misfit:balances:1"],
    ["audit-anchor-refused", "audit-anchor:refused:1"],
    ["ingestion-gap-refused", "ingestion-gap-refused::1"],
  ];
  await issues.insertMany(former.map(([checkId], place) => ({ id: 200 + place, checkId, status: "active" })));
  await issuesByCause.run(database, clock.now());
  const named = await issues
    .find({ id: { $gte: 200 } })
    .sort({ id: 1 })
    .toArray();
  expect(named.map(({ fingerprint }) => fingerprint)).toEqual(former.map(([, fingerprint]) => fingerprint));
  // A second time, as after a start that was cut short.
  await issuesByCause.run(database, clock.now());
  await issues.deleteMany({ id: { $gte: 200 } });
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
  const later = { now: () => new Date(Date.now() + 25 * 60 * 60 * 1000) };
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

test("subjects and versions of one check are issues of their own", async () => {
  const context = { database, clock };
  for (const cause of [{}, { subject: "XLM" }, { subject: "XLM", version: 2 }])
    await openIssue(context, { ...aFinding("several"), ...cause });
  await resolveIssue(context, { checkId: "several", subject: "XLM" });
  const open = await activeIssues("several");
  expect(open.map(({ fingerprint }) => fingerprint)).toEqual(["several::1", "several:XLM:2"]);
});

test("whatever processes find and find gone in whatever order, one is open and all that were found are counted", async () => {
  const processes = await Promise.all([1, 2, 3].map(() => openDatabase(mongo.url, "issues", 10_000)));
  const seed = Date.now() % 2 ** 32;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), fc.boolean()), { minLength: 2, maxLength: 12 }), async (acts) => {
      const checkId = `interleaved-${randomUUID()}`;
      const each = (own: number) => acts.filter(([process]) => process === own);
      await Promise.all(
        processes.map(async (of, own) => {
          for (const [, finds] of each(own))
            await (finds
              ? openIssue({ database: of, clock }, aFinding(checkId))
              : resolveIssue({ database: of, clock }, checkId));
        }),
      );
      const found = await issuesOf(database).find({ checkId }).toArray();
      expect(found.filter(({ status }) => status === "active").length).toBeLessThanOrEqual(1);
      expect(found.length).toBeLessThanOrEqual(1);
      const counted = found.reduce((sum, { occurrences }) => sum + occurrences, 0);
      expect(counted).toBe(acts.filter(([, finds]) => finds).length);
      const opened = await logsOf(database).countDocuments({ issueId: found[0]?.id ?? 0, action: /opened$/ });
      const passed = await logsOf(database).countDocuments({ issueId: found[0]?.id ?? 0, action: "passed" });
      expect(opened - passed).toBe(found.filter(({ status }) => status === "active").length);
    }),
    { numRuns: 15, seed },
  );
  await Promise.all(processes.map((process) => process.close()));
}, 60_000);

test("what rests upon something that is broken is unknown until that is over", async () => {
  const context = { database, clock };
  const child = { ...aFinding("child"), dependsOn: ["parent"] };
  const one = async (checkId: string): Promise<StoredIssue | undefined> =>
    (await issuesOf(database).find({ checkId }).sort({ id: -1 }).toArray())[0];
  await openIssue(context, child);
  await openIssue(context, aFinding("parent"));
  const parent = await one("parent");
  expect(await one("child")).toMatchObject({ becauseOf: parent?.id });
  await resolveIssue(context, "parent");
  expect(await one("child")).toMatchObject({ becauseOf: null, status: "active" });
  await resolveIssue(context, "child");
  await openIssue(context, aFinding("parent"));
  await openIssue(context, child);
  expect(await one("child")).toMatchObject({ becauseOf: parent?.id, isFlapping: true });
  const said = await logsOf(database)
    .find({ issueId: (await one("child"))?.id ?? 0 })
    .sort({ id: 1 })
    .toArray();
  expect(said.map(({ action }) => action)).toEqual(["opened", "unknown", "known", "passed", "reopened"]);
});
