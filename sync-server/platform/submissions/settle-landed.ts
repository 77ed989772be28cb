import type { ClientSession } from "mongodb";
import { takeAccount } from "#server/platform/ingest/account.ts";
import { refreshBalances } from "#server/platform/ingest/balances.ts";
import { openIssueWithin } from "#server/platform/issues/issues.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountOf } from "#server/platform/network/addresses.ts";
import { assetKey, NATIVE } from "#server/platform/network/assets.ts";
import { describeFailure } from "#server/platform/network/failures.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { findLanded, keepLanded, type LandedTransaction, type Paid } from "./landed.ts";
import { settleAs } from "./moves.ts";
import type { Step } from "./steps.ts";
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
    await settleBy(context, session, seen, landed, {});
    return submissions.findOne({ id }, { session });
  });
}

/** The same in a transaction that has found both; `change` is what else is known of the ledger's since. */
export async function settleBy(
  context: Pick<Runtime, "database" | "clock">,
  session: ClientSession,
  seen: SubmissionDocument,
  landed: LandedTransaction,
  change: Partial<Pick<LandedTransaction, "settledBy">>,
): Promise<void> {
  const { database } = context;
  await keepLanded(database, session, landed, { submission: seen.id, ...change });
  await settleAs(context, session, seen, landed, describeFailure(landed.resultXdr));
  const account = await takeAccount(database, session, seen.account);
  if (account) await refreshBalances(database, session, account);
  if (landed.isSuccessful && !isSamePayment(seen.steps, landed)) await tellOtherAmount(context, session, seen, landed);
}

/** Whether a ledger's transaction pays what these steps pay, to the same. */
export function isSamePayment(steps: readonly Step[], { paid }: Pick<LandedTransaction, "paid">): boolean {
  const wanted = steps.flatMap(paidByStep).map(textOf);
  return wanted.toSorted().join() === paid.map(textOf).toSorted().join();
}

function paidByStep(step: Step): Paid[] {
  switch (step.type) {
    case "payment":
      return [{ ...step, to: accountOf(step.to) }];
    case "create_account":
      return [{ ...NATIVE, to: step.to, amount: step.amount }];
    case "account_merge":
      // How much that comes to only a ledger knows.
      return [{ ...NATIVE, to: accountOf(step.to), amount: "0" }];
    default:
      return [];
  }
}

function textOf({ to, amount, ...asset }: Paid): string {
  return `${to} ${amount} ${assetKey(asset)}`;
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
