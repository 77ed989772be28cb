import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "#server/platform/db/database.ts";
import { issuesOf, type StoredIssue } from "#server/platform/issues/stored-issue.ts";
import { HOUSE_USER, submissionCollection } from "#server/platform/submissions/submission.ts";
import { statesOf } from "#server/monitoring/check-state.ts";
import { eventually } from "#tests/support/app.ts";
import { type Cause, SKEW_MS } from "./causes.ts";
import { startStack, type Stack } from "./stack.ts";

/** How it went with one cause. */
export interface Outcome {
  readonly name: string;
  readonly isCritical: boolean;
  readonly isToldAfter: boolean;
  /** Issues that tell of it, and of anything else, and were not unknown because of it. */
  readonly issues: readonly string[];
  readonly notices: number;
  /** From the cause to its issue, to the notice, and from its end to the end of the issue, in s. */
  readonly seconds: { readonly issue: number; readonly notice: number; readonly resolved: number };
  readonly isAutoResolved: boolean;
  readonly occurrences: number;
  /** How often it was found, counted beside the issue. */
  readonly found: number;
}

const DEADLINE_MS = 240_000;
const SETTLED_MS = 60_000;
/** So long nothing is wrong before a cause is planted. */
const QUIET_MS = 4000;
/** What is found sooner after a message would be added to it; clocks were wrong by this much at most. */
const OTHER_OUTAGE_MS = 60_000 + SKEW_MS;
const LOOK_MS = 100;

/** Plants one cause after the other on a stack of its own, and says how each was told of. */
export async function driveMonitoring(causes: readonly Cause[], say: (line: string) => void): Promise<Outcome[]> {
  const stack = await startStack();
  try {
    const outcomes: Outcome[] = [];
    for (const cause of causes) {
      if (cause.checkId === "disk" && stack.disk === null) continue;
      await quiet(stack.database);
      const outcome = await plant(stack, cause).catch(async (error: unknown) => {
        say(`${cause.name}: ${await whatIsKnown(stack.database, cause.checkId)}`);
        throw error;
      });
      say(JSON.stringify(outcome));
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    await stack.stop();
  }
}

/** Until nothing is wrong, as a new service is still opening its accounts, and what is found next is an outage of its own. */
async function quiet(database: Database): Promise<void> {
  const told = await outageOf(database);
  await delay(Math.max(0, (told?.at.getTime() ?? 0) + OTHER_OUTAGE_MS - Date.now()));
  await eventually(async () => {
    if ((await issuesOf(database).countDocuments({ status: "active" })) > 0) return false;
    await delay(QUIET_MS);
    return (await issuesOf(database).countDocuments({ status: "active" })) === 0;
  }, DEADLINE_MS);
}

/** For whoever has to find out why a cause was not told of. */
async function whatIsKnown(database: Database, checkId: string): Promise<string> {
  const fields = { _id: 0, checkId: 1, subject: 1, status: 1, occurrences: 1, lastDetected: 1, becauseOf: 1 };
  const issues = await issuesOf(database).find({}, { projection: fields }).toArray();
  const house = await submissionCollection(database)
    .find({ userId: HOUSE_USER }, { projection: { _id: 0, kind: 1, state: 1, reason: 1, createdAt: 1 } })
    .toArray();
  return JSON.stringify({ state: await statesOf(database).findOne({ _id: checkId }), issues, house });
}

async function plant(stack: Stack, cause: Cause): Promise<Outcome> {
  const { database } = stack;
  const before = await tellings(database);
  const since = new Date();
  const counting = countFound(database, cause.checkId);
  const beganMs = performance.now();
  const beginning = cause.begin(stack);
  const secondsFrom = (startMs: number) => Math.round((performance.now() - startMs) / 100) / 10;
  if (cause.isToldAfter) await beginning;
  const ask = () => issueOf(database, cause.checkId, since);
  await eventually(ask, DEADLINE_MS);
  const issueSeconds = secondsFrom(beganMs);
  await eventually(async () => (await tellings(database)) > before, DEADLINE_MS);
  const noticeSeconds = secondsFrom(beganMs);
  await beginning;
  const endedMs = performance.now();
  await cause.end(stack);
  const closed = await eventually(async () => {
    const issue = await ask();
    return issue?.status === "resolved" && issue;
  }, DEADLINE_MS);
  const resolved = secondsFrom(endedMs);
  const found = await counting.stop();
  await settled(database);
  const issues = await toldSince(database, since);
  return {
    name: cause.name,
    isCritical: cause.isCritical,
    isToldAfter: cause.isToldAfter === true,
    issues: issues.map(({ checkId, subject }) => `${checkId}:${subject}`),
    notices: (await tellings(database)) - before,
    seconds: { issue: issueSeconds, notice: noticeSeconds, resolved },
    isAutoResolved: closed.autoResolved,
    occurrences: closed.occurrences,
    found,
  };
}

/** Whatever else was unknown or failed meanwhile has passed. */
async function settled(database: Database): Promise<void> {
  await eventually(async () => (await issuesOf(database).countDocuments({ status: "active" })) === 0, SETTLED_MS).catch(
    () => undefined,
  );
}

/** The database may be away. */
async function issueOf(database: Database, checkId: string, since: Date): Promise<StoredIssue | null> {
  return issuesOf(database)
    .findOne({ checkId, lastDetected: { $gte: since } })
    .catch(() => null);
}

/** Issues of which operators were told since, or are to be. */
async function toldSince(database: Database, since: Date): Promise<StoredIssue[]> {
  const all = await issuesOf(database)
    .find({ lastDetected: { $gte: since } })
    .toArray();
  return all.filter(({ toldAt, isUntold, status }) => (toldAt && toldAt >= since) || (isUntold && status === "active"));
}

/** How often operators were told of something together. */
async function tellings(database: Database): Promise<number> {
  return (await outageOf(database))?.number ?? 0;
}

/** What operators were told of last; null where it cannot be asked. */
function outageOf(database: Database) {
  return database
    .collection<{ _id: string; number: number; at: Date }>("monitoring_told")
    .findOne({ _id: "outage" })
    .catch(() => null);
}

/** Counts every look that finds the cause, by what is kept of the check, until it is told to stop. */
function countFound(database: Database, checkId: string) {
  const ending = new AbortController();
  let total = 0;
  let last = 0;
  const counting = (async () => {
    while (!ending.signal.aborted) {
      const state = await statesOf(database)
        .findOne({ _id: checkId })
        .catch(() => null);
      const failures = Math.max(0, ...(state?.subjects ?? []).map((each) => each.failures));
      if (failures > last) total += failures - last;
      if (state) last = failures;
      await delay(LOOK_MS);
    }
    return total;
  })();
  return {
    async stop(): Promise<number> {
      ending.abort();
      return counting;
    },
  };
}
