import { sentenceOf } from "#schemas/errors.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isAssetHalted } from "#server/platform/submissions/halts.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import type { Permission } from "#server/platform/submissions/worker.ts";
import { readSecurity } from "#server/security/index.ts";

/**
 * Whether an accepted payment may still be signed. That of an account frozen meanwhile is refused, nothing having been
 * sent; that of a halted asset waits until the books are right.
 */
export async function mayProceed({ database }: Runtime, submission: SubmissionDocument): Promise<Permission> {
  if (submission.kind === "send" && (await readSecurity(database, submission.userId)).isFrozen === true)
    return { refusal: sentenceOf("account-frozen") };
  for (const hold of submission.holds) if (await isAssetHalted(database, hold)) return "wait";
  return "go";
}
