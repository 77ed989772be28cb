import type { ClientSession } from "mongodb";
import type { WaitingPayment } from "#schemas/restored.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { type LandedTransaction, memoOf, recipientsOf } from "#server/platform/submissions/landed.ts";
import { isSamePayment } from "#server/platform/submissions/settle-landed.ts";
import {
  HOUSE_USER,
  type SubmissionDocument,
  submissionCollection,
  type SubmissionKind,
} from "#server/platform/submissions/submission.ts";

/** What the house owes people: one of these that is not known may be what is to be paid now. */
export const OWED: readonly SubmissionKind[] = ["deposit", "refund", "unstake", "stake-reward", "affiliate-payout"];

/** Beyond that something else is wrong than a payment that nobody knows. */
const MOST = 2000;

/** What the house owes and has not sent, the oldest first; of one number alone where that is given. */
export function waitingPayments(
  database: Database,
  session: ClientSession | null,
  id?: number,
): Promise<SubmissionDocument[]> {
  const unsent = { isReserving: true, kind: { $in: [...OWED] }, state: { $in: ["created", "expired"] } } as const;
  return submissionCollection(database)
    .find(
      { userId: HOUSE_USER, ...unsent, ...(id !== undefined && { id }) },
      { ...inSession(session), sort: { id: 1 }, limit: MOST },
    )
    .toArray();
}

/** Whether a payment may have been this one: from the same account to whom it is owed. */
export function mayBe({ account, steps }: SubmissionDocument, { payers, paid }: LandedTransaction): boolean {
  const [owedTo] = recipientsOf(steps);
  return payers.includes(account) && paid.some(({ to }) => to === owedTo);
}

/** What a payment may have settled, what the ledger says the same of first. */
export function whatItMayBe(
  payment: LandedTransaction,
  waiting: readonly SubmissionDocument[],
  most: number,
): WaitingPayment[] {
  const memo = memoOf(payment);
  return waiting
    .filter((each) => mayBe(each, payment))
    .map((each) => tell(each, each.memo === memo && isSamePayment(each.steps, payment)))
    .toSorted((one, other) => Number(other.isSame) - Number(one.isSame))
    .slice(0, most);
}

function tell({ id, kind, memo, steps, createdAt }: SubmissionDocument, isSame: boolean): WaitingPayment {
  const [first] = steps;
  const { amount, assetCode } =
    first?.type === "payment" ? first : { ...NATIVE, amount: first?.type === "create_account" ? first.amount : "0" };
  return {
    submissionId: id,
    kind,
    memo,
    amount: formatAmount(BigInt(amount)),
    assetCode,
    createdAt: createdAt.toISOString(),
    isSame,
  };
}
