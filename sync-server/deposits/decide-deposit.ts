import { type ApproveDepositInput, CASH_APP, CashAppPayments } from "#schemas/deposits.ts";
import type { ContentOf, ProposalOutput } from "#schemas/approvals.ts";
import { AppError } from "#schemas/errors.ts";
import { type Act, type Approvals, noteAct, refuseOwn } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { changeAndTell } from "./change-and-tell.ts";
import { guardedPrice } from "#server/prices/index.ts";
import { creditFor } from "./rules.ts";
import { takenMethod } from "./methods.ts";
import { type DepositDocument, findDeposit } from "./store.ts";

/** A decision on a deposit: what it is now, or the proposal that waits for a second operator. */
export type DepositDecision = { readonly deposit: DepositDocument } | { readonly proposal: ProposalOutput };

/**
 * One operator's yes, which fixes the rate. Where that needs a second operator's, it proposes. With the last yes it may be
 * credited, and no other deposit of its transaction id can be. Throws `deposit-unknown`, `deposit-not-waiting`, `deposit-own`,
 * `deposit-duplicate`, `deposits-off`, `deposit-method-off`, `proposal-open`, `operator-frozen`.
 */
export async function approveDeposit(
  runtime: Runtime,
  approvals: Approvals,
  id: number,
  operatorId: number,
  input: ApproveDepositInput,
): Promise<DepositDecision> {
  const deposit = await findDeposit(runtime.database, id, null);
  const { settings } = await takenMethod(runtime, deposit.methodName, null);
  refuseDecision(deposit, operatorId);
  const xlmRate = input.rate === "other" ? input.xlmRate : settings.xlmRate;
  const { userId, amount: usd } = deposit;
  const content = {
    kind: "credit-deposit" as const,
    depositId: id,
    userId,
    usd,
    xlmRate,
    xlmCredited: creditFor(usd, xlmRate),
    price: await guardedPrice(runtime),
    isRetry: false,
  };
  const proposal = await approvals.decide({ content, operatorId, reason: input.reason });
  return proposal ? { proposal } : { deposit: await findDeposit(runtime.database, id, null) };
}

/** Rejects a deposit for good. Throws `deposit-unknown`, `deposit-not-waiting`, `deposit-own`, `proposal-open`, `operator-frozen`. */
export async function rejectDeposit(
  runtime: Runtime,
  approvals: Approvals,
  id: number,
  { operatorId, reason }: { readonly operatorId: number; readonly reason: string },
): Promise<DepositDecision> {
  const { userId, amount: usd } = await findDeposit(runtime.database, id, null);
  const content = { kind: "reject-deposit" as const, depositId: id, userId, usd };
  const proposal = await approvals.decide({ content, operatorId, reason });
  return proposal ? { proposal } : { deposit: await findDeposit(runtime.database, id, null) };
}

/** Rejecting a deposit; its owner reads why. */
export function rejectAct(runtime: Runtime): Act<ContentOf<"reject-deposit">> {
  const { database, clock } = runtime;
  return {
    subject: ({ depositId }) => `deposit ${depositId}`,
    about: ({ userId }) => Promise.resolve([userId]),
    ownCode: "deposit-own",
    says: ({ depositId, userId, usd }) => `Deposit ${depositId} of user ${userId} over ${usd} USD is rejected.`,
    whySecond: () => Promise.resolve(null),
    prepare: async ({ depositId: id }) => {
      const deposit = await findDeposit(database, id, null);
      if (deposit.status !== "pending") throw new AppError("deposit-not-waiting");
      return async (session, by) => {
        const { userId, amount, cashAppTransactionId: transactionId } = deposit;
        const change = { before: { depositId: id, status: "pending" }, after: { depositId: id, status: "rejected" } };
        const note = { action: "reject-deposit", userId, details: `deposit ${id}: ${amount} USD`, change } as const;
        await noteAct(runtime, session, by, note);
        const now = clock.now();
        const changed = await changeAndTell(runtime, session, deposit, {
          status: "rejected",
          notes: by.reason,
          verifiedBy: by.operatorId,
          verificationDate: now,
          xlmCredited: null,
        });
        if (!changed) throw new AppError("deposit-not-waiting");
        if (deposit.methodName !== CASH_APP) return;
        await database
          .collection(CashAppPayments.collection)
          .updateOne({ transactionId, userId }, { $set: { status: "rejected", verifiedAt: now } }, { session });
      };
    },
  };
}

/** Has a deposit credited anew whose payment failed for good. Throws like {@link approveDeposit}. */
export async function retryDeposit(
  runtime: Runtime,
  approvals: Approvals,
  id: number,
  { operatorId, reason }: { readonly operatorId: number; readonly reason: string },
): Promise<DepositDecision> {
  const deposit = await findDeposit(runtime.database, id, null);
  const { userId, amount: usd, xlmRate, xlmCredited } = deposit;
  refuseOwn(operatorId, userId, "deposit-own");
  if (deposit.status !== "failed" || xlmRate === null || xlmCredited === null)
    throw new AppError("deposit-not-waiting");
  const price = await guardedPrice(runtime);
  const fixed = { depositId: id, userId, usd, xlmRate, xlmCredited, price, isRetry: true };
  const content = { kind: "credit-deposit" as const, ...fixed };
  const proposal = await approvals.decide({ content, operatorId, reason });
  return proposal ? { proposal } : { deposit: await findDeposit(runtime.database, id, null) };
}

function refuseDecision(deposit: DepositDocument, operatorId: number): void {
  if (deposit.status !== "pending") throw new AppError("deposit-not-waiting");
  refuseOwn(operatorId, deposit.userId, "deposit-own");
}
