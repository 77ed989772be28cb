import type { ClientSession, Document } from "mongodb";
import { mayDo, type Permission, type Role } from "#schemas/operators.ts";
import type { IssuesOutput } from "#schemas/overview.ts";
import type { Database } from "#server/platform/db/database.ts";
import { countWaiting, type Waiting } from "#server/platform/db/waiting.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { wordsFor } from "#server/platform/words/words-for.ts";

/** What a check found wrong, as it is stored: its texts are code and facts, or English of before there were codes. */
interface StoredIssue extends Document {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly severity: "info" | "warning" | "error" | "critical";
  readonly occurrences: number;
  readonly detectionTime: Date;
  readonly lastDetected: Date;
}

const MOST_SHOWN = 50;
/** What each is about, and who may know; of all else, who may see how the service is set. Reports to support have a list of their own. */
const SEEN_BY: Readonly<Record<string, Permission>> = { reconciliation: "books.read", treasury: "treasury.read" };
const OTHERS_SEEN_BY: Permission = "service.read";
const ELSEWHERE = "support";
/** Beside what is open, nothing is read: a check that comes and goes leaves ever more behind. */
const OPEN = { status: "active", checkId: { $gte: "" } } as const;

function issuesOf(database: Database) {
  return database.collection<StoredIssue>("system_issues");
}

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

function typesFor(roles: readonly Role[]) {
  const own = Object.entries(SEEN_BY).map(([type, permission]) => ({ type, isSeen: mayDo(roles, permission) }));
  const seen = own.filter(({ isSeen }) => isSeen).map(({ type }) => type);
  const unseen = own.filter(({ isSeen }) => !isSeen).map(({ type }) => type);
  return mayDo(roles, OTHERS_SEEN_BY) ? { $nin: [...unseen, ELSEWHERE] } : { $in: seen };
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
