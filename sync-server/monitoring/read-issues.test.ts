import { afterAll, beforeAll, expect, test } from "vitest";
import type { IssueOutput } from "#schemas/overview.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { anAdmin, aUser, type TestUser } from "#tests/support/builders.ts";
import { aConfirmedAdmin, askAs } from "#tests/support/operators.ts";

let app: TestApp;
const before = { severity: "critical", metadata: {} } as const;

beforeAll(async () => {
  app = await startTestApp();
  await app.database.collection("system_issues").deleteMany({});
  const facts = { asset: "XLM", before: "1,234.5", after: "1,200", amount: "0", count: 1 };
  const differs = { title: issueSaid("issue.differs", { assetCode: "XLM" }), ...before };
  const means = issueSaid("issue.differs.means", facts);
  await openIssue(app.runtime, {
    type: "reconciliation",
    // Not that of an asset, which the next reconciliation would find in order.
    checkId: "differs",
    description: means,
    ...differs,
  });
  // One of before there were codes.
  const silent = { title: "No new ledger arrives", description: "The network has been silent.", ...before };
  await openIssue(app.runtime, { type: "network", checkId: "network-silent", ...silent });
  await openIssue(app.runtime, { type: "support", checkId: "support-report-1", ...silent });
  await openIssue(app.runtime, { type: "network", checkId: "over", ...silent });
  await resolveIssue(app.runtime, "over");
}, 120_000);
afterAll(() => app.stop());

async function shown(who: TestUser): Promise<readonly IssueOutput[]> {
  const { status, body } = await askAs(app, who, "GET", "/api/admin/issues");
  expect(status, JSON.stringify(body)).toBe(200);
  return body.issues;
}

test("what is wrong is said in words, each to who may know of it, and what is over is not there", async () => {
  const boss = await aConfirmedAdmin(app, ["super"]);
  expect((await shown(boss)).map(({ title, means }) => [title, means]).toSorted()).toEqual([
    ["No new ledger arrives", "The network has been silent."],
    [
      "Our records of XLM differ from the ledger",
      "XLM: the database says 1,234.5, the ledger 1,200, 0 is owed; 1 amount differs. Its payments are halted.",
    ],
  ]);
  expect((await shown(await anAdmin(app, ["finance"]))).map(({ type }) => type)).toEqual(["reconciliation"]);
  expect(await shown(await anAdmin(app, ["editor"]))).toEqual([]);
  expect((await askAs(app, await aUser(app), "GET", "/api/admin/issues")).status).toBe(403);
});

test("who reads another language is told in that, as far as it is translated", async () => {
  const boss = await aConfirmedAdmin(app, ["super"]);
  await app.database.collection("settings").updateOne({ userId: boss.user.id }, { $set: { language: "pseudo" } });
  // What has no translation is English, and no code is ever shown.
  for (const { title, means } of await shown(boss)) expect(`${title}${means}`).not.toMatch(/issue\.|[{}]/);
});
