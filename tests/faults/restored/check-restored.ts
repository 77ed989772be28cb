import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { suspenseCollection } from "#server/platform/ingest/suspense-items.ts";
import { checkBalances } from "#tests/faults/money/check-balances.ts";
import { checkOpen } from "#tests/faults/money/check-claims.ts";
import { checkBooks } from "#tests/faults/money/check-suspense.ts";
import { checkOrders } from "#tests/faults/money/check-trades.ts";
import { allClaims, allTrades, allTransactions, type LedgerTransaction } from "#tests/faults/money/ledger.ts";
import { pullRows } from "#tests/faults/money/pull.ts";
import type { Outcome } from "#tests/faults/money/answers.ts";
import type { Work } from "#tests/faults/money/workload.ts";
import type { Business } from "./business.ts";

/** Compares all that was ever answered, and all that the service says now, with what the ledger holds; each line is something that is not right. */
export async function findProblems(business: Business): Promise<string[]> {
  const { stack, database, people, work } = business;
  const { networkUrl } = stack;
  const transactions = await allTransactions(networkUrl);
  const [taken, traded] = [await allClaims(networkUrl), await allTrades(networkUrl)];
  const submissions = await submissionCollection(database).find({}).toArray();
  const successful = transactions.filter(({ isSuccessful }) => isSuccessful);
  const byMemo = Map.groupBy(successful, ({ memo }) => memo);
  const happened = { ...work, transactions, submissions, taken, traded, byMemo, paidOn: [] };
  const deposits = await checkDeposits(business, successful);
  return [
    ...checkSubmissions(submissions, successful),
    ...checkAnswers([...work.sends, ...work.trades, ...work.claims], submissions),
    ...checkSends(work, submissions, byMemo),
    ...(await checkHistories(business, byMemo)),
    ...deposits.problems,
    ...twice(taken.map(({ balanceId }) => balanceId)).map((balanceId) => `${balanceId} was claimed twice`),
    ...(await checkOpen(stack, database, people)),
    ...(await checkOrders(stack, people, traded)),
    ...(await checkBalances(stack, database, people, { ...happened, deposits: deposits.credited })),
    ...(await checkStrayed(business)),
    ...(await checkBooks(business)),
  ];
}

/** One for each confirmation, none under way, and each that is confirmed stands in the ledger under a hash of its own. */
function checkSubmissions(
  submissions: readonly SubmissionDocument[],
  successful: readonly LedgerTransaction[],
): string[] {
  const there = new Set(successful.map(({ hash }) => hash));
  const hashOf = ({ ledgerHash, attempt }: SubmissionDocument) => ledgerHash ?? attempt?.hash ?? "";
  const confirmed = submissions.filter(({ state }) => state === "confirmed");
  return [
    ...twice(submissions.map(({ userId, idempotencyKey }) => `${userId} ${idempotencyKey}`)).map(
      (name) => `${name} made two submissions`,
    ),
    ...twice(confirmed.map(hashOf)).map((hash) => `${hash} carried out two submissions`),
    ...submissions.flatMap(({ id, kind, state, reason, isReserving }) =>
      isReserving ? [`submission ${id} (${kind}) is ${state} (${reason}) and still keeps money back`] : [],
    ),
    ...confirmed.flatMap((each) =>
      there.has(hashOf(each)) ? [] : [`submission ${each.id} (${each.kind}) is confirmed, and no ledger has it`],
    ),
  ];
}

/** What a device was told last is what there is, and belongs to its owner. */
function checkAnswers(
  requests: readonly { readonly key: string; readonly answer: Outcome | null }[],
  submissions: readonly SubmissionDocument[],
): string[] {
  const byKey = new Map(submissions.map((submission) => [submission.idempotencyKey, submission]));
  return requests.flatMap(({ key, answer }) => {
    const submission = byKey.get(key);
    if (answer === null) return [`${key} was never answered`];
    if ("refusal" in answer) return submission ? [`${key} was refused (${answer.refusal}) and is there`] : [];
    return submission?.id === answer.submissionId ? [] : [`${key} was answered with a submission that is not its own`];
  });
}

/** Nothing is paid twice, and nothing that was paid counts as not paid. */
function checkSends(
  { sends }: Work,
  submissions: readonly SubmissionDocument[],
  byMemo: ReadonlyMap<string, readonly LedgerTransaction[]>,
): string[] {
  const byKey = new Map(submissions.map((submission) => [submission.idempotencyKey, submission]));
  return sends.flatMap(({ key, memo }) => {
    const state = byKey.get(key)?.state ?? "not there";
    const paid = byMemo.get(memo)?.length ?? 0;
    return paid === (state === "confirmed" ? 1 : 0) ? [] : [`${key} is ${state} and was paid ${paid} times`];
  });
}

/** Each payment stands once in the history of who paid, and of who was paid. */
async function checkHistories(
  { stack, people, work }: Business,
  byMemo: ReadonlyMap<string, readonly LedgerTransaction[]>,
): Promise<string[]> {
  const from = { url: stack.serverUrls[0] ?? "", origin: stack.publicUrl };
  const problems: string[] = [];
  for (const person of people) {
    const rows = await pullRows(from, person, "transactions");
    const counts = Map.groupBy(rows, ({ hash }) => String(hash));
    for (const { key, memo, from: payer, to } of work.sends.filter(({ from: by, to: whom }) =>
      [by, whom].includes(person),
    )) {
      const [paid] = byMemo.get(memo) ?? [];
      const count = paid ? (counts.get(paid.hash)?.length ?? 0) : 1;
      if (count !== 1)
        problems.push(`${key} of ${payer.name} to ${to.name} stands ${count} times in the history of ${person.name}`);
    }
  }
  return problems;
}

/** Each receipt was paid for once, whatever number it had then: the ledger names that. */
async function checkDeposits({ database, work }: Business, successful: readonly LedgerTransaction[]) {
  const stored = await database.collection("cash_app_deposits").find({}).toArray();
  const problems: string[] = [];
  const credited: Work["deposits"] = [];
  const paid = Map.groupBy(successful, ({ memo }) => memo);
  let payments = 0;
  for (const request of work.deposits) {
    const rows = stored.filter((row) => row["cashAppTransactionId"] === request.transactionId);
    const [row] = rows;
    if (request.isRefused && rows.length === 0) continue;
    const numbers = [...new Set([request.depositId, Number(row?.["id"])])];
    const found = numbers.filter((number) => paid.has(`Deposit ${number}`));
    const times = found.reduce<number>((sum, number) => sum + (paid.get(`Deposit ${number}`)?.length ?? 0), 0);
    payments += times;
    if (rows.length !== 1 || row?.["status"] !== "credited" || times !== 1)
      problems.push(
        `deposit ${request.transactionId} is ${rows.map((each) => each["status"])} and was paid ${times} times`,
      );
    credited.push({ ...request, depositId: found[0] ?? null });
  }
  const all = successful.filter(({ memo }) => memo.startsWith("Deposit ")).length;
  if (all !== payments) problems.push(`${all} deposits were paid, ${payments} of them for a receipt that is known`);
  return { problems, credited };
}

/** What came to the house from outside is known once. */
async function checkStrayed({ database, work: { strayed } }: Business): Promise<string[]> {
  const items = await suspenseCollection(database).find({}).toArray();
  const byHash = Map.groupBy(items, ({ hash }) => hash);
  const known = strayed.flatMap(({ hash, stroops }) => {
    const amounts = (byHash.get(hash) ?? []).map(({ amount }) => amount).join();
    return amounts === String(stroops) ? [] : [`what came to the house with ${hash} is known as [${amounts}]`];
  });
  return items.length === strayed.length ? known : [...known, `${items.length} items of ${strayed.length} that came`];
}

function twice(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
