import type { SyncCollection } from "#schemas/protocol.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { ReplicatedDocument } from "#server/platform/db/replicated.ts";
import type { Clock, Logger } from "#server/platform/http/runtime.ts";
import { openIssue } from "#server/platform/issues/issues.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

/** Takes note of a stored document that does not fit its row. */
export type ReportMisfit = (collection: SyncCollection, document: ReplicatedDocument, error: unknown) => void;

/** Between two reports of one collection: every device of the owner comes upon the same document. */
const REPORT_EVERY_MS = 10 * 60 * 1000;

/** Logs misfits, and opens one issue for each collection that has any. */
export function createMisfitReport(context: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): ReportMisfit {
  const { clock, log } = context;
  const reportedAtMs = new Map<SyncCollection, number>();
  return (collection, document, error) => {
    const nowMs = clock.now().getTime();
    const lastMs = reportedAtMs.get(collection);
    if (lastMs !== undefined && Math.abs(nowMs - lastMs) < REPORT_EVERY_MS) return;
    reportedAtMs.set(collection, nowMs);
    log.error({ err: error, collection, userId: document.userId }, "a stored document was left out of the sync");
    openIssue(context, {
      type: "sync",
      checkId: "sync-misfit",
      subject: collection,
      title: issueSaid("issue.misfit", { collection }),
      description: issueSaid("issue.misfit.means", { collection }),
      severity: "error",
      metadata: { collection, uid: document.uid, userId: document.userId, field: fieldOf(error) },
    }).catch((failure: unknown) => {
      reportedAtMs.delete(collection);
      log.error({ err: failure, collection }, "an issue could not be opened");
    });
  };
}

function fieldOf(error: unknown): string | null {
  return error instanceof Error && "field" in error && typeof error.field === "string" ? error.field : null;
}
