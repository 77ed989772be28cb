import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import type { Cause } from "#server/platform/issues/stored-issue.ts";
import { NetworkError, type StellarNetwork } from "#server/platform/network/network.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { ANCHOR_PURPOSE, anchorAudit, type AnchorOutcome, type AnchorProblem } from "./anchor.ts";

/** Each cause has an issue of its own. */
const CAUSES = ["unaffordable", "refused", "failing"] as const satisfies readonly (AnchorProblem | "failing")[];

/**
 * Sees to the day's anchor. What stands in its way is an issue, counted each time; all of them are resolved once the day
 * has its anchor. That the network is away is told by who watches it, and of an anchor that grows old by a check. Answers
 * whether a submission was made. Throws what made it fail.
 */
export async function keepAnchored(
  runtime: Pick<Runtime, "database" | "clock" | "config">,
  network: Pick<StellarNetwork, "feeBid">,
): Promise<boolean> {
  const outcome = await anchorAudit(runtime, () => network.feeBid()).catch(async (error: unknown) => {
    if (!(error instanceof NetworkError))
      await report(runtime, "failing", error instanceof Error ? error.message : String(error));
    throw error;
  });
  if (isProblem(outcome)) await report(runtime, outcome, "");
  if (outcome === "done") for (const cause of CAUSES) await resolveIssue(runtime, causeOf(cause));
  return outcome === "submitted";
}

function isProblem(outcome: AnchorOutcome): outcome is AnchorProblem {
  return outcome === "unaffordable" || outcome === "refused";
}

function report(
  runtime: Pick<Runtime, "database" | "clock">,
  cause: (typeof CAUSES)[number],
  problem: string,
): Promise<void> {
  return openIssue(runtime, {
    type: "custody",
    ...causeOf(cause),
    title: issueSaid("issue.anchor"),
    description: issueSaid("issue.anchor.means", { cause, purpose: ANCHOR_PURPOSE }),
    severity: "error",
    metadata: { cause, problem },
    dependsOn: ["database", "network-link"],
  });
}

function causeOf(cause: string): Cause {
  return { checkId: "audit-anchor", subject: cause };
}
