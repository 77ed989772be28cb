import type { ClientSession, Document } from "mongodb";
import { SEVERITIES } from "#schemas/monitoring.ts";
import { OPERATOR_NOTICES } from "#schemas/operator-notices.ts";
import { mayDo } from "#schemas/operators.ts";
import { say } from "#schemas/say.ts";
import { type Holder, holdersOf } from "#server/approvals/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { noteMonitored } from "#server/platform/issues/monitor-log.ts";
import { issuesOf, type StoredIssue } from "#server/platform/issues/stored-issue.ts";
import { REST_MS, startLeasedLoop } from "#server/platform/jobs/leased-loop.ts";
import type { Leases } from "#server/platform/jobs/leases.ts";
import type { Loop } from "#server/platform/jobs/loop.ts";
import { type NewNotification, notifyAll, retell } from "#server/platform/notifications/notify.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import { readNoticeChoices } from "#server/platform/operators/notice-choices.ts";
import type { AwayTeller } from "./tell-away.ts";
import { noticeOf } from "./who-may-know.ts";
import { enqueue } from "./webhook-store.ts";
import { readQuiet } from "./windows.ts";

type Context = Pick<Runtime, "database" | "clock">;

/** What was told together the last time, and since when something waits to be told. */
interface Outage extends Document {
  readonly _id: "outage";
  readonly number: number;
  readonly at: Date;
  readonly isCritical: boolean;
  readonly issueIds: readonly number[];
  readonly gatheringSince: Date | null;
}

const PAUSE_MS = 3000;
const FAILURE_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 30_000;
/** So long is waited for more of the same outage: of what is critical operators hear within a minute of the fault. */
const GATHER_CRITICAL_MS = 15_000;
const GATHER_MS = 60_000;
/** What is found so soon after a message belongs to it. */
const SAME_OUTAGE_MS = 60_000;
/** Of one issue nobody is told more often. */
const HOURLY_MS = 60 * 60 * 1000;
/** Of a turn; the rest is told with the next. */
const AT_ONCE = 100;

/** Tells operators what went wrong, each where they want to hear of it, and the webhook; in one process at a time. */
export function startTellingIssues(runtime: Runtime, leases: Leases, away?: AwayTeller): Pick<Loop, "stop"> {
  return startLeasedLoop({
    name: "issue-notices",
    runtime,
    leases,
    failurePauseMs: FAILURE_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    wakeGapMs: PAUSE_MS,
    wakes: [issuesOf(runtime.database).collectionName],
    run: async (fenced) => {
      const pauseMs = await tellIssues(fenced);
      await away?.prepare();
      return (await isAnyUntold(fenced.database)) ? pauseMs : REST_MS;
    },
  });
}

/** Of what is snoozed or kept quiet the time comes by itself. */
async function isAnyUntold(database: Database): Promise<boolean> {
  const untold = { isUntold: true, status: "active" } as const;
  return (await issuesOf(database).findOne(untold, { projection: { _id: 1 } })) !== null;
}

function outageOf(database: Database) {
  return database.collection<Outage>("monitoring_told");
}

/** Looks once at what is to be told; answers with how long the next look has time, in ms: what is gathered is told at its moment. */
export async function tellIssues(context: Context): Promise<number> {
  const { database, clock } = context;
  await tellClosed(context);
  const due = await dueIssues(context, null);
  const former = await outageOf(database).findOne({ _id: "outage" });
  if (due.length === 0) {
    if (former?.gatheringSince)
      await outageOf(database).updateOne({ _id: "outage" }, { $set: { gatheringSince: null } });
    return PAUSE_MS;
  }
  const now = clock.now();
  const isCritical = due.some(({ severity }) => severity === "critical");
  const belongs = former !== null && isSameOutage(former, isCritical, now);
  const since = notAhead(former?.gatheringSince, now) ?? now;
  const leftMs = (isCritical ? GATHER_CRITICAL_MS : GATHER_MS) - (now.getTime() - since.getTime());
  if (!belongs && leftMs > 0) {
    if (since === now)
      await outageOf(database).updateOne({ _id: "outage" }, { $set: { gatheringSince: now } }, { upsert: true });
    return Math.min(leftMs, PAUSE_MS);
  }
  await database.transaction((session) => tellOutage(context, session, former?.number ?? 0, belongs));
  return PAUSE_MS;
}

/** Null where a clock that was wrong wrote it: what is to come by it would come late. */
function notAhead(at: Date | null | undefined, now: Date): Date | null {
  return at && at <= now ? at : null;
}

/** What was found within a minute of a message is a part of it, unless it is graver than all that was told. */
function isSameOutage({ at, isCritical: wasCritical, number = 0 }: Outage, isCritical: boolean, now: Date): boolean {
  const told = notAhead(at, now);
  if (number === 0 || told === null) return false;
  return now.getTime() - told.getTime() < SAME_OUTAGE_MS && (wasCritical || !isCritical);
}

/** Open issues of which operators are to be told now: nothing keeps them quiet, and they were not told within the hour. */
async function dueIssues(context: Context, session: ClientSession | null): Promise<readonly StoredIssue[]> {
  const { database, clock } = context;
  const now = clock.now();
  const untold = await issuesOf(database)
    .find({ isUntold: true, status: "active" }, { sort: { id: 1 }, limit: AT_ONCE, ...(session && { session }) })
    .toArray();
  if (untold.length === 0) return [];
  const quietBy = await readQuiet(context, session);
  return untold.filter(
    (issue) =>
      issue.severity !== "info" &&
      (issue.becauseOf ?? null) === null &&
      (issue.mergedInto ?? null) === null &&
      !(issue.snooze && issue.snooze.until > now) &&
      quietBy(issue.checkId) === null &&
      (!issue.toldAt || now.getTime() - issue.toldAt.getTime() >= HOURLY_MS),
  );
}

async function tellOutage(context: Context, session: ClientSession, former: number, belongs: boolean): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const known = await outageOf(database).findOne({ _id: "outage" }, { session });
  // Another process told it at this moment.
  if ((known?.number ?? 0) !== former) return;
  const fresh = await dueIssues(context, session);
  if (fresh.length === 0) return;
  const earlier =
    belongs && known
      ? await issuesOf(database)
          .find({ id: { $in: [...known.issueIds] } }, { session })
          .toArray()
      : [];
  const issues = [...earlier, ...fresh];
  const number = belongs ? former : former + 1;
  const isCritical = issues.some(({ severity }) => severity === "critical");
  const at = belongs && known ? known.at : now;
  const issueIds = issues.map(({ id }) => id);
  await outageOf(database).updateOne(
    { _id: "outage" },
    { $set: { number, at, isCritical, issueIds, gatheringSince: null } },
    { session, upsert: true },
  );
  await issuesOf(database).updateMany(
    { id: { $in: fresh.map(({ id }) => id) } },
    { $set: { isUntold: false, toldAt: now } },
    { session },
  );
  const told = await messagesFor(context, session, issues, number);
  await notifyAll(context, session, told);
  if (belongs) for (const message of told) await retell(context, session, message);
  await enqueue(context, session, "issue.opened", fresh);
  for (const { id } of fresh)
    await noteMonitored(context, session, { action: "told", issueId: id, facts: { count: told.length } });
}

/** One message for each operator who may do something about any of it and wants to hear of it. */
async function messagesFor(
  context: Context,
  session: ClientSession,
  issues: readonly StoredIssue[],
  number: number,
): Promise<readonly NewNotification[]> {
  const holders = await holdersOf(context.database, session, "overview.read");
  const choices = await readNoticeChoices(
    context,
    holders.map(({ id }) => id),
  );
  const messages: NewNotification[] = [];
  for (const holder of holders) {
    const own = issues.flatMap((issue) => {
      const ways = waysFor(holder, issue, choices.get(holder.id));
      return ways ? [{ issue, ways }] : [];
    });
    const [first] = own.toSorted((one, other) => gravity(other.issue) - gravity(one.issue));
    if (!first) continue;
    const { said } = await wordsFor(context, holder.id);
    const isCritical = first.issue.severity === "critical" ? "yes" : "no";
    const facts = { isCritical, name: said(first.issue.title), id: first.issue.id };
    messages.push({
      userId: holder.id,
      kind: "operator-trouble",
      cause: `outage ${number}`,
      detail: own.length === 1 ? say("said.issue", facts) : say("said.issues", { ...facts, count: own.length }),
      ways: { push: own.some(({ ways }) => ways.push), mail: own.some(({ ways }) => ways.mail) },
    });
  }
  return messages;
}

type Choices = Awaited<ReturnType<typeof readNoticeChoices>> extends ReadonlyMap<number, infer Chosen> ? Chosen : never;

function waysFor({ roles }: Holder, { type }: StoredIssue, chosen: Choices | undefined) {
  const notice = noticeOf(type);
  if (notice === null || !mayDo(roles, OPERATOR_NOTICES[notice].permission)) return null;
  const ways = chosen?.[notice];
  return ways?.app === true ? ways : null;
}

function gravity({ severity }: StoredIssue): number {
  return SEVERITIES.indexOf(severity);
}

/** Programs are told that it is over as well; people see it in the list. */
async function tellClosed(context: Context): Promise<void> {
  const { database } = context;
  const closed = { isCloseUntold: true } as const;
  if (!(await issuesOf(database).findOne(closed, { projection: { id: 1 } }))) return;
  await database.transaction(async (session) => {
    const found = await issuesOf(database)
      .find(closed, { session, sort: { id: 1 }, limit: AT_ONCE })
      .toArray();
    await issuesOf(database).updateMany(
      { id: { $in: found.map(({ id }) => id) } },
      { $set: { isCloseUntold: false } },
      { session },
    );
    if (found.length > 0) await enqueue(context, session, "issue.resolved", found);
  });
}
