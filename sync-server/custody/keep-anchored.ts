import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssue, resolveIssue } from "#server/platform/ingest/issues.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import { ANCHOR_PURPOSE, anchorAudit, type AnchorOutcome, type AnchorProblem } from "./anchor.ts";

/** Each cause has an issue of its own. */
const CAUSES = {
  unaffordable: `The house's ${ANCHOR_PURPOSE} account has too little XLM for it. Send it some from the treasury.`,
  refused: "The network refused it as often as it is tried in a day. The next attempt is tomorrow.",
  failing: "It could not be submitted, and is tried again soon.",
} as const satisfies Record<AnchorProblem | "failing", string>;

/**
 * Sees to the day's anchor. What stands in its way is an issue, counted each time; all of them are resolved once the day
 * has its anchor. Answers whether a submission was made. Throws what made it fail.
 */
export async function keepAnchored(
  runtime: Pick<Runtime, "database" | "clock" | "config">,
  network: Pick<StellarNetwork, "feeBid">,
): Promise<boolean> {
  const outcome = await anchorAudit(runtime, () => network.feeBid()).catch(async (error: unknown) => {
    await report(runtime, "failing", error instanceof Error ? error.message : String(error));
    throw error;
  });
  if (isProblem(outcome)) await report(runtime, outcome, "");
  if (outcome === "done") for (const cause of Object.keys(CAUSES)) await resolveIssue(runtime, checkOf(cause));
  return outcome === "submitted";
}

function isProblem(outcome: AnchorOutcome): outcome is AnchorProblem {
  return outcome === "unaffordable" || outcome === "refused";
}

function report(
  runtime: Pick<Runtime, "database" | "clock">,
  cause: keyof typeof CAUSES,
  problem: string,
): Promise<void> {
  return openIssue(runtime, {
    type: "custody",
    checkId: checkOf(cause),
    title: "Today's anchor of the audit log is not on the ledger",
    description: `${CAUSES[cause]} Until then nothing but our own database vouches for today's rows.`,
    severity: "error",
    metadata: { cause, problem },
  });
}

function checkOf(cause: string): string {
  return `audit-anchor-${cause}`;
}
