import type { ClientSession } from "mongodb";
import { amountText } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssueWithin } from "#server/platform/ingest/issues.ts";
import type { LedgerOutcome } from "./ledger-outcome.ts";
import type { SubmissionDocument } from "./submission.ts";

/**
 * Tells operators that a ledger says otherwise than what a submission was settled as, or holds an envelope of it that was given up,
 * in the transaction that folds that ledger. What moved is folded all the same; what was decided since rests on an error.
 */
export function tellContradiction(
  context: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  { id, kind, state, account, holds }: SubmissionDocument,
  { hash, isSuccessful, ledger }: LedgerOutcome,
): Promise<void> {
  const amounts = holds.map(({ assetCode, amount }) => `${amountText(BigInt(amount))} ${assetCode}`);
  const found = isSuccessful ? "successful" : "failed";
  return openIssueWithin(context, session, {
    type: "submissions",
    checkId: `submission-contradicted-${id}`,
    title: "A ledger holds a payment otherwise than it was settled",
    description: `Submission ${id} (${kind}) of ${account} is ${state} here, but ledger ${ledger} holds it as ${found}, by ${hash}. At most ${amounts.join(", ") || "nothing"} moved. Balances and history are the ledger's; look at what was paid or promised since in its place.`,
    severity: "critical",
    metadata: { submissionId: id, state, hash, ledger, isSuccessful, amounts },
  });
}
