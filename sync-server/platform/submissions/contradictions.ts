import type { ClientSession } from "mongodb";
import { amountText } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { openIssueWithin } from "#server/platform/issues/issues.ts";
import type { LedgerOutcome } from "./ledger-outcome.ts";
import type { SubmissionDocument } from "./submission.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";

/**
 * Tells operators that a ledger says otherwise than what a submission was settled as, or holds an envelope of it that was given up,
 * in the transaction that folds that ledger. What moved is folded all the same; what was decided since rests on an error.
 */
export function tellContradiction(
  context: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  { id, state, account, holds }: SubmissionDocument,
  { hash, isSuccessful, ledger }: LedgerOutcome,
): Promise<number> {
  const amounts = holds.map(({ assetCode, amount }) => `${amountText(BigInt(amount))} ${assetCode}`);
  const found = isSuccessful ? "successful" : "failed";
  const facts = { id, account, state, ledger, found, hash };
  return openIssueWithin(context, session, {
    type: "submissions",
    checkId: "submission-contradicted",
    subject: String(id),
    title: issueSaid("issue.contradicted"),
    description:
      amounts.length === 0
        ? issueSaid("issue.contradicted.nothing", facts)
        : issueSaid("issue.contradicted.means", { ...facts, amounts: amounts.join(", ") }),
    severity: "critical",
    metadata: { submissionId: id, state, hash, ledger, isSuccessful, amounts },
  });
}
