import { SealBrokenError } from "#server/platform/seals/row-seals.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import type { SubmissionDocument } from "./submission.ts";
import type { SubmissionsDeps } from "./deps.ts";

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
    await tellForged(runtime, `submission ${id}`, { submissionId: id, kind, userId, problem: error.message });
    return "held-back";
  }
}
