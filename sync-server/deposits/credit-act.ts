import type { ClientSession } from "mongodb";
import type { ContentOf } from "#schemas/approvals.ts";
import { CASH_APP, CashAppPayments, type DepositSettings } from "#schemas/deposits.ts";
import { AppError } from "#schemas/errors.ts";
import { type Act, type Authority, noteAct } from "#server/approvals/index.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isUnpaid, submissionCollection } from "#server/platform/submissions/submission.ts";
import { changeAndTell } from "./change-and-tell.ts";
import { isDuplicate } from "./declare-deposit.ts";
import { guardedPrice } from "#server/prices/index.ts";
import { countedWorth, favoursOwner, hasAged, whyTwoCredit } from "./rules.ts";
import { takenMethod } from "./methods.ts";
import { type DepositDocument, depositCollection, findDeposit } from "./store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
type Content = ContentOf<"credit-deposit">;

/** Crediting a deposit: one operator does what is small and at a fair rate, and two do the rest. */
export function creditAct(runtime: Runtime, kick: () => void): Act<Content> {
  return {
    subject: ({ depositId }) => `deposit ${depositId}`,
    about: ({ userId }) => Promise.resolve([userId]),
    ownCode: "deposit-own",
    says: ({ depositId, userId, usd, xlmRate, xlmCredited, isRetry }) =>
      `Deposit ${depositId} of user ${userId} over ${usd} USD is credited ${isRetry ? "again " : ""}with ${xlmCredited} XLM, ${xlmRate} for a USD.`,
    whySecond: async (content, operatorId, session) => {
      const settings = await readSettings(runtime, session, content);
      const price = await guardedPrice(runtime);
      // What two agreed to, or one could, was credited before; a rate that has aged since was not.
      if (content.isRetry)
        return favoursOwner(content, { settings, price }) ? "Its rate has aged: it is worth more than was paid." : null;
      const creditedInDay = await creditedWithinDay(runtime, session, { ...content, operatorId, settings, price });
      return whyTwoCredit(content, { settings, price, creditedInDay });
    },
    prepare: (content) =>
      Promise.resolve(async (session, by) => {
        await noteCredit(runtime, session, by, content);
        const settings = await readSettings(runtime, session, content);
        if (hasAged(content.price, await guardedPrice(runtime), settings)) throw new AppError("proposal-outdated");
        await credit(runtime, session, by, content).catch((error: unknown) => {
          if (isDuplicate(error)) throw new AppError("deposit-duplicate", { ids: "another" }, { cause: error });
          throw error;
        });
      }),
    afterwards: kick,
  };
}

/** Of the way by which it was paid. Throws `deposit-unknown`, `deposits-off` or `deposit-method-off`. */
async function readSettings(
  runtime: Runtime,
  session: ClientSession,
  { depositId }: Content,
): Promise<DepositSettings> {
  const { methodName } = await findDeposit(runtime.database, depositId, session);
  return (await takenMethod(runtime, methodName, session)).settings;
}

function noteCredit(runtime: Runtime, session: ClientSession, by: Authority, content: Content): Promise<void> {
  const { userId, depositId, usd, xlmCredited, xlmRate, isRetry } = content;
  const details = `deposit ${depositId}: ${usd} USD, ${xlmCredited} XLM at ${xlmRate}`;
  const change = {
    before: { depositId, status: isRetry ? "failed" : "pending" },
    after: { depositId, status: "approved", usd, xlmRate, xlmCredited },
  };
  const action = isRetry ? "retry-deposit" : "approve-deposit";
  return noteAct(runtime, session, by, { action, userId, details, change });
}

/** Throws `deposit-not-waiting`, `deposit-paid` or `deposit-duplicate`. */
async function credit(runtime: Runtime, session: ClientSession, by: Authority, content: Content): Promise<void> {
  const { database, clock } = runtime;
  const deposit = await findDeposit(database, content.depositId, session);
  if (deposit.status !== (content.isRetry ? "failed" : "pending")) throw new AppError("deposit-not-waiting");
  if (deposit.userId !== content.userId || deposit.amount !== content.usd) throw new AppError("proposal-outdated");
  if (content.isRetry && deposit.xlmCredited !== content.xlmCredited) throw new AppError("proposal-outdated");
  if (content.isRetry) await refusePaid(runtime, session, deposit);
  const twins = await acceptedTwins(runtime, session, deposit);
  if (twins.length > 0) throw new AppError("deposit-duplicate", { ids: twins.join(", ") });
  const now = clock.now();
  const { operatorId, reason, proposal } = by;
  const approvals = [...(proposal ? [{ by: proposal.proposedBy, at: now }] : []), { by: operatorId, at: now }];
  const { xlmRate, xlmCredited } = content;
  const decided = { approvals, xlmRate, xlmCredited, verifiedBy: operatorId, verificationDate: now, isAccepted: true };
  const notes = reason === "" ? deposit.notes : `Rate ${xlmRate}: ${reason}`;
  const fields = content.isRetry ? { submissionId: null } : { ...decided, notes };
  const changed = await changeAndTell(runtime, session, deposit, { ...fields, status: "approved" });
  if (!changed) throw new AppError("deposit-not-waiting");
  if (deposit.methodName !== CASH_APP) return;
  const payment = { transactionId: deposit.cashAppTransactionId, userId: deposit.userId };
  const verified = { $set: { status: "verified", verifiedAt: now } };
  await database.collection(CashAppPayments.collection).updateOne(payment, verified, { session });
}

/** A payment that was taken for failed may have been made all the same. Throws `deposit-paid`. */
async function refusePaid({ database }: Runtime, session: ClientSession, { submissionId }: DepositDocument) {
  const payment = await submissionCollection(database).findOne({ id: submissionId ?? 0 }, { session });
  if (payment && !isUnpaid(payment)) throw new AppError("deposit-paid");
}

async function acceptedTwins(
  { database }: Runtime,
  session: ClientSession,
  { id, methodName, cashAppTransactionId }: DepositDocument,
): Promise<number[]> {
  const twins = await depositCollection(database)
    .find({ methodName, cashAppTransactionId, isAccepted: true, id: { $ne: id } }, { session, projection: { id: 1 } })
    .toArray();
  return twins.map((twin) => twin.id);
}

interface InDay {
  readonly operatorId: number;
  readonly userId: number;
  readonly depositId: number;
  readonly settings: DepositSettings;
  readonly price: string | null;
}

/**
 * What this operator alone credited to this person within a day. Approvals at once conflict by the number of the row that notes
 * each, so that the second of them sees the first one's.
 */
async function creditedWithinDay({ database, clock }: Runtime, session: ClientSession, asked: InDay): Promise<bigint> {
  const { operatorId, userId, depositId } = asked;
  const since = new Date(clock.now().getTime() - DAY_MS);
  const alone = { "approvals.by": operatorId, approvals: { $size: 1 }, verificationDate: { $gt: since } };
  const credited = await depositCollection(database)
    .find({ userId, id: { $ne: depositId }, isAccepted: true, ...alone }, { session })
    .toArray();
  return credited.reduce((sum, { amount, xlmCredited }) => {
    return sum + countedWorth({ usd: amount, xlmCredited: xlmCredited ?? "0" }, asked);
  }, 0n);
}
