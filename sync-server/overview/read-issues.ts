import type { Document } from "mongodb";
import { mayDo, type Permission, type Role } from "#schemas/operators.ts";
import type { IssuesOutput } from "#schemas/overview.ts";
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

/** What is wrong now and somebody of these roles may know, the latest first, in the operator's language. */
export async function readIssues(
  runtime: Runtime,
  { userId, roles }: { readonly userId: number; readonly roles: readonly Role[] },
): Promise<IssuesOutput> {
  const own = Object.entries(SEEN_BY).map(([type, permission]) => ({ type, isSeen: mayDo(roles, permission) }));
  const seen = own.filter(({ isSeen }) => isSeen).map(({ type }) => type);
  const unseen = own.filter(({ isSeen }) => !isSeen).map(({ type }) => type);
  const types = mayDo(roles, OTHERS_SEEN_BY) ? { $nin: [...unseen, ELSEWHERE] } : { $in: seen };
  const found = await runtime.database
    .collection<StoredIssue>("system_issues")
    // Beside what is open, nothing is read: a check that comes and goes leaves ever more behind.
    .find({ status: "active", checkId: { $gte: "" }, type: types })
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
