import { type ApproveDepositInput, CashAppPayments, type DepositSettings, xlmFor } from "#schemas/deposits.ts";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isUnpaid, submissionCollection } from "#server/platform/submissions/submission.ts";
import { changeAndTell } from "./change-and-tell.ts";
import { changeDeposit } from "./change-deposit.ts";
import { isDuplicate } from "./declare-deposit.ts";
import { readDepositSettings } from "./settings.ts";
import { type DepositDocument, depositCollection, findDeposit } from "./store.ts";

/**
 * One operator's yes. The first fixes the rate; a deposit above the configured amount needs another operator's as well.
 * With the last it may be credited, and no other deposit of its transaction id can be. Throws `deposit-unknown`,
 * `deposit-not-waiting`, `deposit-own`, `deposit-approved-by-you`, `deposit-duplicate`, `deposits-off`.
 */
export async function approveDeposit(
  runtime: Runtime,
  id: number,
  operatorId: number,
  input: ApproveDepositInput,
): Promise<DepositDocument> {
  const { database, clock } = runtime;
  const settings = await readDepositSettings(runtime);
  if (!settings) throw new AppError("deposits-off");
  const deposit = await findDeposit(database, id);
  refuseDecision(deposit, operatorId);
  if (deposit.approvals.some(({ by }) => by === operatorId))
    throw new AppError("deposit-approved-by-you", { amount: settings.secondAbove ?? "0" });
  const accepted = await acceptedTwins(runtime, deposit);
  if (accepted.length > 0) throw new AppError("deposit-duplicate", { ids: accepted.join(", ") });
  const now = clock.now();
  const rate = deposit.xlmRate ?? (input.rate === "other" ? input.xlmRate : settings.xlmRate);
  const approvals = [...deposit.approvals, { by: operatorId, at: now }];
  const isEnough = approvals.length > (needsSecond(deposit, settings) ? 1 : 0);
  const notes = input.rate === "other" && deposit.xlmRate === null ? `Rate ${rate}: ${input.reason}` : deposit.notes;
  const fields = { approvals, xlmRate: rate, xlmCredited: xlmFor(deposit.amount, rate), notes };
  const decision = { status: "approved", isAccepted: true, verifiedBy: operatorId, verificationDate: now } as const;
  try {
    const changed = await changeAndTell(runtime, deposit, isEnough ? { ...fields, ...decision } : fields);
    if (!changed) throw new AppError("deposit-not-waiting");
    if (isEnough) await markPayment(runtime, deposit, "verified");
    return changed;
  } catch (error) {
    if (isDuplicate(error)) throw new AppError("deposit-duplicate", { ids: "another" }, { cause: error });
    throw error;
  }
}

/** Rejects a deposit for good. Throws `deposit-unknown`, `deposit-not-waiting`, `deposit-own`. */
export async function rejectDeposit(
  runtime: Runtime,
  id: number,
  operatorId: number,
  reason: string,
): Promise<DepositDocument> {
  const { database, clock } = runtime;
  const deposit = await findDeposit(database, id);
  refuseDecision(deposit, operatorId);
  const changed = await changeAndTell(runtime, deposit, {
    status: "rejected",
    notes: reason,
    verifiedBy: operatorId,
    verificationDate: clock.now(),
    xlmCredited: null,
  });
  if (!changed) throw new AppError("deposit-not-waiting");
  await markPayment(runtime, deposit, "rejected");
  return changed;
}

/** Has a deposit credited anew whose payment failed for good. Throws `deposit-unknown`, `deposit-not-waiting`, `deposit-own`, `deposit-paid`. */
export async function retryDeposit(runtime: Runtime, id: number, operatorId: number): Promise<DepositDocument> {
  const deposit = await findDeposit(runtime.database, id);
  if (deposit.userId === operatorId) throw new AppError("deposit-own");
  if (deposit.status !== "failed") throw new AppError("deposit-not-waiting");
  const payment = await submissionCollection(runtime.database).findOne({ id: deposit.submissionId ?? 0 });
  if (payment && !isUnpaid(payment)) throw new AppError("deposit-paid");
  const fields = { status: "approved", submissionId: null } as const;
  const changed = await runtime.database.transaction((session) =>
    changeDeposit(runtime.database, deposit, fields, session),
  );
  if (!changed) throw new AppError("deposit-not-waiting");
  return changed;
}

/** Whether a deposit of this size needs two operators. */
export function needsSecond({ amount }: DepositDocument, { secondAbove }: DepositSettings): boolean {
  return secondAbove !== null && parseAmount(amount) > parseAmount(secondAbove);
}

function refuseDecision(deposit: DepositDocument, operatorId: number): void {
  if (deposit.status !== "pending") throw new AppError("deposit-not-waiting");
  if (deposit.userId === operatorId) throw new AppError("deposit-own");
}

async function acceptedTwins({ database }: Runtime, { id, cashAppTransactionId }: DepositDocument): Promise<number[]> {
  const twins = await depositCollection(database)
    .find({ cashAppTransactionId, isAccepted: true, id: { $ne: id } }, { projection: { id: 1 } })
    .toArray();
  return twins.map((twin) => twin.id);
}

async function markPayment(
  { database, clock }: Runtime,
  { userId, cashAppTransactionId: transactionId }: DepositDocument,
  status: "verified" | "rejected",
): Promise<void> {
  await database
    .collection(CashAppPayments.collection)
    .updateOne({ transactionId, userId }, { $set: { status, verifiedAt: clock.now() } });
}
