import { formatAmount } from "#schemas/values/money.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";

/** A payment as operators see it: nothing that was signed, nor anything that lets somebody sign. */
export function describePayment({
  id,
  userId,
  kind,
  state,
  account,
  steps,
  attempt,
  reason,
  createdAt,
}: SubmissionDocument) {
  const [step] = steps;
  return {
    id,
    userId,
    kind,
    state,
    account,
    to: step && "to" in step ? step.to : null,
    amount: step && "amount" in step ? formatAmount(BigInt(step.amount)) : null,
    assetCode: step && "assetCode" in step ? step.assetCode : null,
    hash: attempt?.hash ?? null,
    innerHash: attempt?.innerHash ?? null,
    reason,
    createdAt: createdAt.toISOString(),
  };
}
