import type { ClientSession } from "mongodb";
import type { Role } from "#schemas/operators.ts";
import type { IssuesOutput } from "#schemas/overview.ts";
import type { Database } from "#server/platform/db/database.ts";
import { countWaiting, type Waiting } from "#server/platform/db/waiting.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { issuesOf } from "#server/platform/issues/stored-issue.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";
import { ELSEWHERE, typesFor } from "./who-may-know.ts";

const MOST_SHOWN = 50;
/** Beside what is open, nothing is read: a check that comes and goes leaves ever more behind. */
const OPEN = { status: "active", checkId: { $gte: "" } } as const;

/** What is wrong and counted as nothing else that waits. */
export function waitingOthers(database: Database): Promise<Waiting> {
  return countWaiting(issuesOf(database), { ...OPEN, type: { $nin: [ELSEWHERE, "reconciliation"] } }, "detectionTime");
}

/** Whether this is wrong, and somebody of these roles may know. */
export async function isOpenFor(
  database: Database,
  session: ClientSession,
  { id, roles }: { readonly id: number; readonly roles: readonly Role[] },
): Promise<boolean> {
  return (await issuesOf(database).findOne({ ...OPEN, id, type: typesFor(roles) }, { session })) !== null;
}

/** What is wrong now and somebody of these roles may know, the latest first, in the operator's language. */
export async function readIssues(
  runtime: Runtime,
  { userId, roles }: { readonly userId: number; readonly roles: readonly Role[] },
): Promise<IssuesOutput> {
  const found = await issuesOf(runtime.database)
    .find({ ...OPEN, type: typesFor(roles) })
    .sort({ detectionTime: -1, id: -1 })
    .limit(MOST_SHOWN)
    .toArray();
  const { said } = await wordsFor(runtime, userId);
  return {
    issues: found.map(({ id, type, title, description, severity, occurrences, detectionTime, lastDetected }) => ({
      id,
      type,
      severity,
      title: said(title),
      means: said(description),
      occurrences,
      since: detectionTime.toISOString(),
      lastAt: lastDetected.toISOString(),
    })),
  };
}
