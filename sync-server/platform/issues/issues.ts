import { type ClientSession, MongoServerError } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import { countWaiting, type Waiting } from "#server/platform/db/waiting.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** What a check found wrong. */
export interface Finding {
  readonly type: string;
  /** One open issue per check. */
  readonly checkId: string;
  readonly title: string;
  readonly description: string;
  readonly severity: "info" | "warning" | "error" | "critical";
  readonly metadata: Readonly<Record<string, unknown>>;
}

const DUPLICATE_KEY = 11_000;
/** Within this time after it passed, a check that fails again is the same matter. */
const FLAPPING_MS = 60 * 60 * 1000;

/** Opens an issue, or counts one more occurrence of the one that is open: a check never has two. */
export async function openIssue(context: IssueContext, finding: Finding): Promise<void> {
  const open = () => context.database.transaction((session) => openIssueWithin(context, session, finding));
  try {
    await open();
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
    // Another process opened it between our look and our insertion; now there is one to count on.
    await open();
  }
}

/**
 * The same within the transaction of what it tells of. Fails with a duplicate key where another process opens the same issue at
 * that moment: whoever repeats the transaction finds it.
 */
export async function openIssueWithin(
  { database, clock }: IssueContext,
  session: ClientSession,
  finding: Finding,
): Promise<void> {
  const now = clock.now();
  const issues = database.collection("system_issues");
  const { checkId, description, metadata } = finding;
  const repeated = await issues.updateOne(
    { checkId, status: "active" },
    { $set: { description, metadata, lastDetected: now }, $inc: { occurrences: 1 } },
    { session },
  );
  if (repeated.matchedCount > 0) return;
  if (await reopen({ database, clock }, session, finding)) return;
  const id = await database.nextIds(session, "system_issues", 1);
  await issues.insertOne(
    {
      id,
      ...finding,
      status: "active",
      autoResolvable: true,
      remediationSteps: [],
      occurrences: 1,
      detectionTime: now,
      lastDetected: now,
      resolutionTime: null,
      resolution: null,
      autoResolved: false,
    },
    { session },
  );
}

/** A check that passes and fails by turns has one issue for that time: else whoever makes it do so fills the list. */
async function reopen({ database, clock }: IssueContext, session: ClientSession, finding: Finding): Promise<boolean> {
  const now = clock.now();
  const since = new Date(now.getTime() - FLAPPING_MS);
  const { checkId, description, metadata } = finding;
  const again = { description, metadata, lastDetected: now, status: "active", resolutionTime: null, resolution: null };
  const reopened = await database
    .collection("system_issues")
    .updateOne(
      { checkId, status: "resolved", autoResolved: true, resolutionTime: { $gte: since } },
      { $set: { ...again, autoResolved: false }, $inc: { occurrences: 1 } },
      { session },
    );
  return reopened.matchedCount > 0;
}

type IssueContext = Pick<Runtime, "database" | "clock">;

/** Closes the open issue of a check that passes again. */
export function resolveIssue(context: IssueContext, checkId: string): Promise<void> {
  return close(context, checkId, { resolution: "The check passes again.", autoResolved: true }, null);
}

/** The same in a transaction, with what was done about it. */
export function passIssue(
  context: IssueContext,
  checkId: string,
  resolution: string,
  session: ClientSession,
): Promise<void> {
  return close(context, checkId, { resolution, autoResolved: true }, session);
}

/** Closes the open issue of a check by operators' word, in the transaction that carries it out. */
export function closeIssue(
  context: IssueContext,
  checkId: string,
  resolution: string,
  session: ClientSession,
): Promise<void> {
  return close(context, checkId, { resolution, autoResolved: false }, session);
}

async function close(
  { database, clock }: IssueContext,
  checkId: string,
  fields: object,
  session: ClientSession | null,
): Promise<void> {
  await database
    .collection("system_issues")
    .updateMany(
      { checkId, status: "active" },
      { $set: { ...fields, status: "resolved", resolutionTime: clock.now() } },
      inSession(session),
    );
}

/** The open issues of checks whose names begin like this, found by the index of what is open. */
export function waitingIssues(database: Database, prefix: string): Promise<Waiting> {
  const checks = { $gte: prefix, $lt: `${prefix}\uFFFF` };
  return countWaiting(database.collection("system_issues"), { checkId: checks, status: "active" }, "detectionTime");
}
