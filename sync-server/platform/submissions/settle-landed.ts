import type { ClientSession } from "mongodb";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { openIssueWithin } from "#server/platform/issues/issues.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { describeFailure } from "#server/platform/network/failures.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { findLanded, keepLanded, type LandedTransaction } from "./landed.ts";
import { settleAs } from "./moves.ts";
import { type SubmissionDocument, submissionCollection } from "./submission.ts";

/**
 * Settles a submission that was carried out before the database was set back, by what the ledger says it is; null where the ledger says
 * nothing of it, or something else moved it first. What another amount was paid for is told to operators: the difference may be owed.
 */
export async function settleLanded(
  context: Pick<Runtime, "database" | "clock">,
  submission: SubmissionDocument,
): Promise<SubmissionDocument | null> {
  const { database } = context;
  // Asked again within the transaction: whatever waits is asked about again and again.
  if (!(await findLanded(database, null, submission))) return null;
  const { id, version } = submission;
  return database.transaction(async (session) => {
    const submissions = submissionCollection(database);
    const seen = await submissions.findOne({ id, version }, { session });
    const landed = seen && (await findLanded(database, session, seen));
    if (!seen || !landed) return null;
    await keepLanded(database, session, landed, { submission: id });
    await settleAs(context, session, seen, landed, describeFailure(landed.resultXdr));
    const account = await takeAccount(database, session, seen.account);
    if (account) await refreshBalances(database, session, account);
    if (landed.isSuccessful && !isSameAmount(seen, landed)) await tellOtherAmount(context, session, seen, landed);
    return submissions.findOne({ id }, { session });
  });
}

function isSameAmount({ steps }: SubmissionDocument, { paid }: LandedTransaction): boolean {
  const wanted = steps.flatMap((step) =>
    step.type === "payment" || step.type === "create_account" ? [`${accountOf(step.to)} ${step.amount}`] : [],
  );
  const found = paid.map(({ to, amount }) => `${to} ${amount}`);
  return wanted.toSorted().join() === found.toSorted().join();
}

async function tellOtherAmount(
  context: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  { id, steps }: SubmissionDocument,
  { hash, ledger, paid }: LandedTransaction,
): Promise<void> {
  await openIssueWithin(context, session, {
    type: "submissions",
    checkId: `restored-amount-${id}`,
    title: issueSaid("issue.restored-amount"),
    description: issueSaid("issue.restored-amount.means", { id, hash, ledger }),
    severity: "error",
    metadata: { submissionId: id, hash, paid, wanted: steps },
  });
}
