import { openIssue } from "#server/platform/ingest/issues.ts";
import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import type { SubmissionDocument } from "./submission.ts";
import type { SubmissionsDeps } from "./worker.ts";

/** Of each submission operators are told once, and again after a start. */
const told = new WeakMap<object, Set<string>>();

/**
 * Leaves a submission as it is that the server did not write, or not like this, and tells operators: nothing is signed for it,
 * and it stands in nobody's way.
 */
export async function unlessForged<T>(
  { runtime }: Pick<SubmissionsDeps, "runtime">,
  { id, kind, userId }: SubmissionDocument,
  work: () => Promise<T>,
): Promise<T | "held-back"> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
    const known = told.get(runtime.database.db) ?? new Set();
    told.set(runtime.database.db, known);
    if (!known.has(`${id} ${error.message}`)) {
      runtime.log.error({ err: error, submissionId: id }, "a submission is not what was accepted");
      await openIssue(runtime, {
        type: "custody",
        checkId: `forged-submission-${id}`,
        title: `Submission ${id} is not what was accepted: nothing is signed for it`,
        description: `${error.message}. Somebody may have write access to the database: find out who, and change its credentials.`,
        severity: "critical",
        metadata: { submissionId: id, kind, userId },
      });
      known.add(`${id} ${error.message}`);
    }
    return "held-back";
  }
}
