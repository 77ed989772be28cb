import { type ClientSession, MongoServerError } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import { countWaiting, type Waiting } from "#server/platform/db/waiting.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteMonitored } from "./monitor-log.ts";
import { activeOf, type Cause, fingerprintOf, issuesOf, type StoredIssue } from "./stored-issue.ts";
import { passOnTasks } from "./issue-tasks.ts";

/** What a check found wrong. There is one open issue for each cause. */
export interface Finding extends Cause {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly severity: StoredIssue["severity"];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** What to do about it, as code and facts. */
  readonly remediationSteps?: readonly string[];
  /** Whether the service tries to put it right by itself. */
  readonly autoResolvable?: boolean;
  readonly dependsOn?: readonly string[];
  /** How often it was found until it was told here; once, unless told. */
  readonly times?: number;
}

type IssueContext = Pick<Runtime, "database" | "clock">;

const DUPLICATE_KEY = 11_000;
const HOUR_MS = 60 * 60 * 1000;
/** Within this time after it passed, a cause that is found again is the same matter. */
const FLAPPING_MS = 24 * HOUR_MS;
/** Of what is found again and again not more is written down. */
const LOG_EVERY_MS = HOUR_MS;

/** Opens an issue, or counts one more occurrence of the one that is open: a cause never has two. */
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
 * The same within the transaction of what it tells of; answers with the issue's number. Fails with a duplicate key where
 * another process opens the same issue at that moment: whoever repeats the transaction finds it.
 */
export async function openIssueWithin(
  context: IssueContext,
  session: ClientSession,
  finding: Finding,
): Promise<number> {
  return (
    (await countAgain(context, session, finding)) ??
    (await reopen(context, session, finding)) ??
    (await insert(context, session, finding))
  );
}

/** One more of what is open; null where nothing is. */
async function countAgain(context: IssueContext, session: ClientSession, finding: Finding): Promise<number | null> {
  const { database, clock } = context;
  const now = clock.now();
  const open = await issuesOf(database).findOneAndUpdate(
    activeOf(finding),
    { $set: { ...toldAnew(finding), lastDetected: now }, $inc: { occurrences: finding.times ?? 1 } },
    { session, returnDocument: "before" },
  );
  if (!open) return null;
  const since = open.loggedAt ?? open.detectionTime;
  if (now.getTime() - since.getTime() < LOG_EVERY_MS) return open.id;
  await issuesOf(database).updateOne({ id: open.id }, { $set: { loggedAt: now } }, { session });
  const facts = { count: open.occurrences + (finding.times ?? 1) };
  const note = { action: "repeated", issueId: open.id, description: finding.description, facts } as const;
  await noteMonitored(context, session, note);
  return open.id;
}

/** A cause that passes and is found by turns has one issue for that time: else whoever makes it do so fills the list. */
async function reopen(context: IssueContext, session: ClientSession, finding: Finding): Promise<number | null> {
  const { database, clock } = context;
  const now = clock.now();
  const fingerprint = fingerprintOf(finding);
  const former = await issuesOf(database).findOne({ fingerprint, status: "resolved" }, { session, sort: { id: -1 } });
  const passedAt = former?.autoResolved === true ? former.resolutionTime : null;
  if (!former || !passedAt || now.getTime() - passedAt.getTime() > FLAPPING_MS) return null;
  const again = { status: "active" as const, resolutionTime: null, resolution: null, autoResolved: false };
  const stands = { isFlapping: true, isUntold: true, isCloseUntold: false, lastDetected: now, loggedAt: now };
  const becauseOf = await parentOf(database, session, finding.dependsOn);
  const root = { id: former.mergedInto ?? 0, status: "active" } as const;
  const mergedInto = (await issuesOf(database).findOne(root, { session, projection: { id: 1 } }))?.id ?? null;
  const $set = { ...again, ...stands, ...toldAnew(finding), becauseOf, mergedInto };
  const $inc = { occurrences: finding.times ?? 1 };
  await issuesOf(database).updateOne({ id: former.id }, { $set, $inc }, { session });
  const note = { action: "reopened", issueId: former.id, description: finding.description } as const;
  await noteMonitored(context, session, note);
  await orphan(context, session, former);
  return former.id;
}

async function insert(context: IssueContext, session: ClientSession, finding: Finding): Promise<number> {
  const { database, clock } = context;
  const now = clock.now();
  const { checkId, subject = "", version = 1, type, dependsOn = [], times = 1 } = finding;
  const id = await database.nextIds(session, "system_issues", 1);
  const issue = {
    id,
    type,
    checkId,
    subject,
    version,
    fingerprint: fingerprintOf(finding),
    ...toldAnew(finding),
    status: "active" as const,
    autoResolvable: finding.autoResolvable ?? false,
    occurrences: times,
    detectionTime: now,
    lastDetected: now,
    loggedAt: now,
    resolutionTime: null,
    resolution: null,
    autoResolved: false,
    isFlapping: false,
    dependsOn,
    becauseOf: await parentOf(database, session, dependsOn),
    isUntold: true,
    toldAt: null,
  };
  await issuesOf(database).insertOne(issue, { session });
  await noteMonitored(context, session, { action: "opened", issueId: id, description: finding.description });
  await orphan(context, session, issue);
  return id;
}

/** What the latest look says of it, whatever it said before. */
function toldAnew({ title, description, metadata, severity, remediationSteps = [], dependsOn = [] }: Finding) {
  return { title, description, metadata, severity, remediationSteps, dependsOn };
}

/** The open issue of something that this rests upon. */
async function parentOf(
  database: Database,
  session: ClientSession,
  dependsOn: readonly string[] = [],
): Promise<number | null> {
  if (dependsOn.length === 0) return null;
  const rests = { checkId: { $in: [...dependsOn] }, status: "active" as const };
  const parent = await issuesOf(database).findOne(rests, { session, sort: { id: 1 }, projection: { id: 1 } });
  return parent?.id ?? null;
}

/** Whatever rests upon what has just been opened is unknown from now on. */
async function orphan(
  context: IssueContext,
  session: ClientSession,
  { id, checkId }: Pick<StoredIssue, "id" | "checkId">,
): Promise<void> {
  const issues = issuesOf(context.database);
  const resting = { status: "active", dependsOn: checkId, becauseOf: null, id: { $ne: id } } as const;
  for (const child of await issues.find(resting, { session, projection: { id: 1 } }).toArray()) {
    await issues.updateOne({ id: child.id }, { $set: { becauseOf: id } }, { session });
    await noteMonitored(context, session, { action: "unknown", issueId: child.id, facts: { id } });
  }
}

/** Closes the open issue of a cause that is not found any more. */
export async function resolveIssue({ database, clock }: IssueContext, cause: Cause | string): Promise<void> {
  // Most have nothing to close, and ask again and again.
  const active = activeOf(causeOf(cause));
  if (!(await issuesOf(database).findOne(active, { projection: { id: 1 } }))) return;
  // It may be told within a job's transaction, whose fence would keep this one waiting for that.
  const context = { database: database.unfenced ?? database, clock };
  const how = { resolution: "The check passes again.", autoResolved: true };
  await context.database.transaction((session) => close(context, session, cause, how));
}

/** Of what there is an open issue of this check. */
export async function openSubjects(database: Database, checkId: string): Promise<ReadonlySet<string>> {
  const found = issuesOf(database).find({ checkId, status: "active" }, { projection: { subject: 1 } });
  return new Set((await found.toArray()).map(({ subject }) => subject));
}

/** The same in a transaction, with what was done about it. */
export function passIssue(
  context: IssueContext,
  cause: Cause | string,
  resolution: string,
  session: ClientSession,
): Promise<void> {
  return close(context, session, cause, { resolution, autoResolved: true });
}

/** Closes the open issue of a cause by operators' word, in the transaction that carries it out. */
export function closeIssue(
  context: IssueContext,
  cause: Cause | string,
  resolution: string,
  session: ClientSession,
  by?: number,
): Promise<void> {
  return close(context, session, cause, { resolution, autoResolved: false, ...(by !== undefined && { by }) });
}

interface Closing {
  readonly resolution: string;
  readonly autoResolved: boolean;
  readonly by?: number;
}

async function close(
  context: IssueContext,
  session: ClientSession,
  cause: Cause | string,
  { by, ...how }: Closing,
): Promise<void> {
  const { database, clock } = context;
  const closed = await issuesOf(database).findOneAndUpdate(
    activeOf(causeOf(cause)),
    { $set: { ...how, status: "resolved", resolutionTime: clock.now(), becauseOf: null, isUntold: false } },
    { session },
  );
  if (!closed) return;
  if (closed.toldAt)
    await issuesOf(database).updateOne({ id: closed.id }, { $set: { isCloseUntold: true } }, { session });
  await noteMonitored(context, session, {
    action: how.autoResolved ? "passed" : "closed",
    issueId: closed.id,
    description: how.resolution,
    ...(by !== undefined && { by }),
  });
  await letGo(context, session, closed.id);
  await passOnTasks(context, session, closed.id);
}

function causeOf(cause: Cause | string): Cause {
  return typeof cause === "string" ? { checkId: cause } : cause;
}

/** What was unknown because of it, or a part of it, stands for itself again. */
async function letGo(context: IssueContext, session: ClientSession, id: number): Promise<void> {
  const issues = issuesOf(context.database);
  const status = "active" as const;
  const unknown = await issues.find({ status, becauseOf: id }, { session, projection: { id: 1 } }).toArray();
  for (const child of unknown) {
    await issues.updateOne({ id: child.id }, { $set: { becauseOf: null } }, { session });
    await noteMonitored(context, session, { action: "known", issueId: child.id, facts: { id } });
  }
  const merged = await issues.find({ status, mergedInto: id }, { session, projection: { id: 1 } }).toArray();
  for (const part of merged) {
    await issues.updateOne({ id: part.id }, { $set: { mergedInto: null, isUntold: true } }, { session });
    await noteMonitored(context, session, { action: "unmerged", issueId: part.id, facts: { id } });
  }
}

/** The open issues of a check, found by the index of what is open. */
export function waitingIssues(database: Database, checkId: string): Promise<Waiting> {
  return countWaiting(issuesOf(database), { checkId, status: "active" }, "detectionTime");
}
