import type { FindCursor, WithId } from "mongodb";
import { formatAmount } from "#schemas/values/money.ts";
import type { OpenSubmissionsOutput, SubmittedOperation } from "#schemas/wallet.ts";
import { tradeOf } from "./describe-trade.ts";
import { NO_REASON, reasonTold } from "./reason-told.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Step } from "#server/platform/submissions/steps.ts";
import { isTradeStep } from "#server/platform/submissions/trade-steps.ts";
import { type SubmissionDocument, submissionCollection } from "#server/platform/submissions/submission.ts";
import { FINAL_STATES } from "#server/platform/submissions/transitions.ts";

const MOST_OPEN = 50;

/** What of a user's own is not settled yet. */
export async function readOpenSubmissions(database: Database, userId: number): Promise<OpenSubmissionsOutput> {
  const open = await openOf(database, userId).toArray();
  return {
    submissions: open.map(({ id, kind, state, reason, createdAt, steps }) => ({
      id,
      kind,
      state,
      ...(state === "ambiguous" ? reasonTold(reason) : NO_REASON),
      createdAt: createdAt.toISOString(),
      operations: steps.map(operationOf),
    })),
  };
}

/** The query, read from an index of what is open alone. */
export function openOf(database: Database, userId: number): FindCursor<WithId<SubmissionDocument>> {
  return submissionCollection(database).find(
    // Whatever may still happen keeps money back; what a ledger holds does, too, until it was read.
    { userId, isReserving: true, state: { $nin: [...FINAL_STATES] } },
    { sort: { id: 1 }, limit: MOST_OPEN },
  );
}

/** A step as a person has to know it. */
export function operationOf(step: Step): SubmittedOperation {
  if (isTradeStep(step)) return tradeOf(step);
  return {
    type: step.type,
    to: "to" in step ? step.to : null,
    amount: "amount" in step ? formatAmount(BigInt(step.amount)) : null,
    assetCode: "assetCode" in step ? step.assetCode : "amount" in step ? "XLM" : null,
    issuer: "issuer" in step && step.issuer !== "" ? step.issuer : null,
  };
}
