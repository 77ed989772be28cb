import { expect, test } from "vitest";
import type { MonitoredIssue } from "#schemas/monitoring.ts";
import { actsFor } from "./issue-acts.tsx";

const OWN = 7;
const OPEN: MonitoredIssue = {
  id: 1,
  checkId: "clock",
  subject: "",
  version: 1,
  type: "service",
  severity: "warning",
  title: "",
  means: "",
  steps: [],
  status: "active",
  occurrences: 1,
  since: "2026-01-01T00:00:00.000Z",
  lastAt: "2026-01-01T00:00:00.000Z",
  closedAt: null,
  resolution: "",
  isAutoResolved: false,
  isFlapping: false,
  isRepairing: false,
  acknowledged: null,
  assignedTo: null,
  unknownBecauseOf: null,
  snooze: null,
  windowId: null,
  mergedInto: null,
  mergedCount: 0,
  openTasks: 0,
};

test("what is most likely meant comes first: to take an issue on, and then to resolve it", () => {
  expect(actsFor(OPEN, OWN)).toEqual(["take", "acknowledge", "assign", "snooze", "close", "merge"]);
  const own = { ...OPEN, assignedTo: OWN, acknowledged: { at: OPEN.since, by: OWN } };
  expect(actsFor(own, OWN)).toEqual(["close", "assign", "snooze", "merge"]);
});

test("a snoozed issue is woken, a merged one is taken apart, and nothing is done about one that is over", () => {
  const snooze = { until: OPEN.since, by: OWN, reason: "later" };
  expect(actsFor({ ...OPEN, snooze }, OWN)).toContain("wake");
  expect(actsFor({ ...OPEN, snooze }, OWN)).not.toContain("snooze");
  expect(actsFor({ ...OPEN, mergedInto: 2 }, OWN)).toEqual(["unmerge"]);
  expect(actsFor({ ...OPEN, status: "resolved" }, OWN)).toEqual([]);
});
