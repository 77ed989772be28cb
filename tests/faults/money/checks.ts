import type { AuditRow } from "#server/platform/vault/audit-rows.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { walkAudit } from "#server/platform/vault/audit-walk.ts";
import { checkAffiliates } from "./affiliates.ts";
import { checkBalances } from "./check-balances.ts";
import { checkClaims, checkOpen } from "./check-claims.ts";
import { checkDecisions } from "./check-decisions.ts";
import { checkStakes } from "./check-stakes.ts";
import { checkBooks, checkSuspense, paidOn } from "./check-suspense.ts";
import { checkOrders, checkTrades } from "./check-trades.ts";
import { PASSWORD } from "./credentials.ts";
import { checkGifts } from "./gifts.ts";
import { allClaims, allTrades, allTransactions, type LedgerTransaction, tradingOperations } from "./ledger.ts";
import type { Desk } from "./operator-acts.ts";
import type { Work } from "./workload.ts";

/** Compares everything that was answered with everything that happened; each line is something that is not right. */
export async function findProblems(desk: Desk, work: Work): Promise<string[]> {
  const { stack, database, people } = desk;
  const transactions = await allTransactions(stack.networkUrl);
  const taken = await allClaims(stack.networkUrl);
  const traded = await allTrades(stack.networkUrl);
  const submissions = await submissionCollection(database).find({}).toArray();
  const deposits = await database.collection("cash_app_deposits").find({}).toArray();
  const byMemo = Map.groupBy(
    transactions.filter(({ isSuccessful }) => isSuccessful),
    ({ memo }) => memo,
  );
  const operated: AuditRow[] = [];
  const { problem } = await walkAudit(database, (row) => row.action === "operate" && operated.push(row));
  return [
    ...checkSends(work, submissions, byMemo),
    ...checkDeposits(work, deposits, byMemo),
    ...checkSettled(submissions, transactions),
    ...checkClaims(work, submissions, taken, byMemo),
    ...(await checkOpen(stack, database, people)),
    ...checkTrades(work.trades, submissions, await tradingOperations(stack.networkUrl), people),
    ...(await checkOrders(stack, people, traded)),
    ...(await checkStakes(stack, database, work.stakes, submissions)),
    ...(await checkAffiliates(database, submissions)),
    ...(await checkBalances(stack, database, people, {
      ...work,
      transactions,
      submissions,
      taken,
      traded,
      byMemo,
      paidOn: await paidOn(database, byMemo),
    })),
    ...(await checkDecisions(desk, operated)),
    ...(await checkSuspense(desk, work, byMemo)),
    ...(await checkBooks(desk)),
    ...(await checkGifts(database, work.gifts)),
    ...(problem === null ? [] : [`audit log: ${problem}`]),
    ...checkSecrets(stack.output.join("")),
  ];
}

function checkSends(
  { sends }: Work,
  submissions: readonly SubmissionDocument[],
  byMemo: ReadonlyMap<string, readonly LedgerTransaction[]>,
): string[] {
  const byKey = new Map(submissions.map((submission) => [submission.idempotencyKey, submission]));
  return sends.flatMap(({ key, memo, answer }) => {
    const submission = byKey.get(key);
    const paid = byMemo.get(memo)?.length ?? 0;
    if (answer === null) return [`${key} was never answered`];
    if ("refusal" in answer)
      return submission || paid > 0 ? [`${key} was refused (${answer.refusal}) and yet paid ${paid} times`] : [];
    if (submission?.id !== answer.submissionId) return [`${key} was answered with a submission that is not its own`];
    const expected = submission.state === "confirmed" ? 1 : 0;
    return paid === expected ? [] : [`${key} is ${submission.state} and was paid ${paid} times`];
  });
}

function checkDeposits(
  { deposits: declared }: Work,
  deposits: readonly Record<string, unknown>[],
  byMemo: ReadonlyMap<string, readonly LedgerTransaction[]>,
): string[] {
  const stored = new Map(deposits.map((deposit) => [deposit["id"], deposit]));
  return declared.flatMap(({ transactionId, depositId, isRefused }) => {
    if (isRefused)
      return deposits.some((deposit) => deposit["cashAppTransactionId"] === transactionId)
        ? [`deposit ${transactionId} was refused and is there`]
        : [];
    const deposit = stored.get(depositId);
    if (deposit?.["cashAppTransactionId"] !== transactionId)
      return [`deposit ${transactionId} was answered and is not there`];
    const paid = byMemo.get(`Deposit ${depositId}`)?.length ?? 0;
    const expected = deposit["status"] === "credited" ? 1 : 0;
    return paid === expected ? [] : [`deposit ${transactionId} is ${deposit["status"]} and was paid ${paid} times`];
  });
}

/** Nothing is left under way, and what is confirmed stands in the ledger under its hash. */
function checkSettled(
  submissions: readonly SubmissionDocument[],
  transactions: readonly LedgerTransaction[],
): string[] {
  const successful = new Set(transactions.filter(({ isSuccessful }) => isSuccessful).map(({ hash }) => hash));
  return submissions.flatMap(({ id, kind, state, reason, attempt, isReserving }) => {
    if (isReserving) return [`submission ${id} (${kind}) is ${state} (${reason}) and still keeps money back`];
    const isThere = successful.has(attempt?.hash ?? "");
    return (state === "confirmed") === isThere ? [] : [`submission ${id} (${kind}) is ${state}, the ledger differs`];
  });
}

function checkSecrets(output: string): string[] {
  const secrets: readonly (readonly [string, RegExp])[] = [
    ["a secret key", /\bS[A-Z2-7]{55}\b/],
    ["a password hash", /\$argon2id\$/],
    ["a password", new RegExp(PASSWORD)],
    ["a session cookie", /connect\.sid=/],
  ];
  return secrets.flatMap(([what, pattern]) => (pattern.test(output) ? [`the processes wrote ${what}`] : []));
}
