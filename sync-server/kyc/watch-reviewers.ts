import { holdersAtWork } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { readOperatorPolicy } from "#server/security/index.ts";

const CHECK = "identity-reviewers";

/**
 * Opens an issue where identities are asked for and whoever may decide about them is frozen, and closes it once somebody can. Roles never
 * come to that: supers may, one of them always stays, and it is they who take roles away. Nobody is kept from freezing their own account.
 */
export async function tellNoReviewer(runtime: Runtime): Promise<void> {
  const { isKycRequired } = await readOperatorPolicy(runtime.database);
  const isMissing = isKycRequired && (await holdersAtWork(runtime, null, "identities.decide")).length === 0;
  if (!isMissing) return resolveIssue(runtime, CHECK);
  await openIssue(runtime, {
    type: "identity",
    checkId: CHECK,
    title: issueSaid("issue.no-reviewer"),
    description: issueSaid("issue.no-reviewer.means"),
    severity: "error",
    metadata: {},
  });
}
