import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allChecks } from "#server/all-checks.ts";
import type { Check } from "#server/platform/checks/check.ts";
import { openRpcNetwork } from "#server/platform/network/rpc-network.ts";
import { ISSUE_SENTENCES } from "#server/platform/words/issue-sentences.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { problemsOf } from "#tests/support/checks.ts";

const DOCUMENT = readFileSync(join(import.meta.dirname, "../docs/operating.md"), "utf8");
/** Issues that are opened by whoever meets their cause. */
const ISSUES: readonly string[] = [
  "ingestion-silent",
  "treasury-unfunded",
  "treasury-low",
  "markets-differ",
  "identity-reviewers",
  "audit-anchor",
];

/** How fast, full and large whoever tests is. */
const OF_THE_MACHINE: readonly string[] = ["disk", "memory", "database-latency"];

let app: TestApp;
let checks: readonly Check[];

beforeAll(async () => {
  app = await startTestApp();
  checks = allChecks({
    config: app.config,
    network: openRpcNetwork(app.config.stellar),
    marketLag: () => 0,
    kickPayments: () => undefined,
    anchor: () => undefined,
  });
});
afterAll(() => app.stop());

test("every check is known by its name, has its words, and ends before it begins again", () => {
  const names = checks.map(({ id }) => id);
  expect(new Set(names).size).toBe(names.length);
  for (const { id, intervalMs, timeLimitMs, failures, passes, title, means, steps } of checks) {
    expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(timeLimitMs, id).toBeLessThan(intervalMs);
    expect(Math.min(failures, passes), id).toBeGreaterThan(0);
    for (const words of [title, means]) expect(ISSUE_SENTENCES[words], id).not.toMatch(/[{}]/);
    expect(steps.length, id).toBeGreaterThan(0);
    expect(DOCUMENT, `docs/operating.md has no line of ${id}`).toContain(`| \`${id}\` |`);
  }
});

test("what a check rests upon is there, and no check rests upon itself", () => {
  const byName = new Map(checks.map((check) => [check.id, check]));
  const below = (name: string, path: readonly string[]): void => {
    expect(path).not.toContain(name);
    for (const parent of byName.get(name)?.dependsOn ?? []) below(parent, [...path, name]);
  };
  for (const { id, dependsOn } of checks) {
    for (const name of dependsOn)
      expect(byName.has(name) || ISSUES.includes(name), `${id} rests upon ${name}`).toBe(true);
    below(id, []);
  }
});

test("a critical cause is seen within a minute of its being there", () => {
  const seconds = checks
    .filter(({ severity }) => severity === "critical")
    .map(({ id, intervalMs, failures }) => [id, (intervalMs * failures) / 1000] as const);
  // A row of the audit log that somebody changed loses nothing for waiting two minutes.
  expect(seconds.filter(([id, s]) => s > 60 && id !== "audit-chain")).toEqual([]);
});

test("of a new service that works nothing is wrong", async () => {
  for (const check of checks) {
    const found = await problemsOf(check, app.runtime);
    if (!OF_THE_MACHINE.includes(check.id)) expect(found, check.id).toEqual({});
  }
});
