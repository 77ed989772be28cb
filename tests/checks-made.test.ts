import { afterAll, beforeAll, expect, test } from "vitest";
import { statesOf } from "#server/monitoring/check-state.ts";
import { issuesOf } from "#server/platform/issues/stored-issue.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";

/** With the house, which opens its accounts first, and on a busy machine. */
const DEADLINE_MS = 240_000;
/** How full and fast whoever tests is; and those that wait for their turn longest at first. */
const OF_THE_MACHINE: readonly string[] = ["disk", "memory", "database-latency"];
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ makesChecks: true });
});
afterAll(() => app.stop());

test(
  "a server makes every check soon after its start, none breaks, and nothing is wrong",
  async () => {
    const states = statesOf(app.database);
    await eventually(
      async () => (await states.countDocuments()) > 25 && (await states.countDocuments({ lastRunAt: null })) === 0,
      DEADLINE_MS,
    );
    const broken = await states.find({ problem: { $ne: "" } }).toArray();
    expect(broken.map(({ _id, problem }) => `${_id}: ${problem}`)).toEqual([]);
    const found = (await states.find({ "subjects.0": { $exists: true } }).toArray()).map(({ _id }) => _id);
    expect(found.filter((id) => !OF_THE_MACHINE.includes(id))).toEqual([]);
    const issues = await issuesOf(app.database)
      .find({ status: "active", type: { $ne: "treasury" } })
      .toArray();
    expect(issues.map(({ checkId }) => checkId).filter((id) => !OF_THE_MACHINE.includes(id))).toEqual([]);
  },
  2 * DEADLINE_MS,
);
