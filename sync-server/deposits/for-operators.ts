import type {
  DecidedDeposit,
  DepositForOperators,
  DepositOutput,
  DepositSettings,
  DepositWithPayment,
} from "#schemas/deposits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { guardedPrice } from "#server/prices/index.ts";
import { creditFor, whyTwoCredit } from "./rules.ts";
import { takenMethods } from "./methods.ts";
import { CASH_APP_NAME } from "./settings.ts";
import { type DepositDocument, depositCollection, findDeposit } from "./store.ts";

export const MOST_SHOWN = 200;

/** One deposit, with the payment that credits it. Throws `deposit-unknown`. */
export async function readForOperators(runtime: Runtime, id: number): Promise<DepositWithPayment> {
  const deposit = await findDeposit(runtime.database, id, null);
  const [described] = await describeDeposits(runtime, [deposit]);
  if (!described) throw new Error(`Deposit ${id} was not described.`);
  const { submissionId } = deposit;
  const payment = submissionId && (await submissionCollection(runtime.database).findOne({ id: submissionId }));
  if (!payment) return { ...described, payment: null };
  const { state, attempt, ledger, reason } = payment;
  return { ...described, payment: { state, hash: attempt?.hash ?? null, ledger, reason } };
}

export function depositOutput(deposit: DepositDocument): DepositOutput {
  const { id, amount, cashAppUsername, cashAppTransactionId, status, xlmRate, xlmCredited, notes, createdAt } = deposit;
  return {
    id,
    amount,
    cashAppUsername,
    cashAppTransactionId,
    status,
    xlmRate,
    xlmCredited,
    notes,
    createdAt: createdAt.toISOString(),
  };
}

/** As operators see them. */
export async function describeDeposits(
  runtime: Runtime,
  deposits: readonly DepositDocument[],
): Promise<DepositForOperators[]> {
  const [twins, methods, price] = await Promise.all([
    twinsOf(runtime, deposits),
    takenMethods(runtime),
    guardedPrice(runtime),
  ]);
  return deposits.map((deposit) => ({
    ...depositOutput(deposit),
    userId: deposit.userId,
    methodName: deposit.methodName,
    methodLabel: deposit.methodLabel ?? CASH_APP_NAME,
    duplicates: twins(deposit),
    approvedBy: deposit.approvals.map(({ by }) => by),
    needsSecond: needsSecond(deposit, methods.get(deposit.methodName), price),
    submissionId: deposit.submissionId,
  }));
}

/** The same of those that were decided: who did, and when. */
export async function describeDecided(
  runtime: Runtime,
  deposits: readonly DepositDocument[],
): Promise<DecidedDeposit[]> {
  const byId = new Map(deposits.map((deposit) => [deposit.id, deposit]));
  return (await describeDeposits(runtime, deposits)).map((deposit) => {
    const { verifiedBy = null, verificationDate = null } = byId.get(deposit.id) ?? {};
    return { ...deposit, verifiedBy, decidedAt: verificationDate?.toISOString() ?? null };
  });
}

type Named = Pick<DepositDocument, "id" | "methodName" | "cashAppTransactionId">;

/** The numbers of others that name the same payment as one of these. */
export async function twinsOf(
  { database }: Runtime,
  deposits: readonly DepositDocument[],
): Promise<(deposit: Named) => number[]> {
  const twins = await depositCollection(database)
    .find(
      { cashAppTransactionId: { $in: deposits.map(({ cashAppTransactionId }) => cashAppTransactionId) } },
      { projection: { id: 1, methodName: 1, cashAppTransactionId: 1 } },
    )
    .toArray();
  const keyOf = ({ methodName, cashAppTransactionId }: Named) => `${methodName} ${cashAppTransactionId}`;
  const byPayment = Map.groupBy(twins, keyOf);
  return (deposit) => (byPayment.get(keyOf(deposit)) ?? []).map(({ id }) => id).filter((id) => id !== deposit.id);
}

/** Whether a deposit needs two operators at the rate of this moment, whatever else the one who asks credits today. */
function needsSecond(
  { amount: usd }: DepositDocument,
  settings: DepositSettings | undefined,
  price: string | null,
): boolean {
  if (settings === undefined) return false;
  const xlmCredited = creditFor(usd, settings.xlmRate);
  return whyTwoCredit({ usd, xlmCredited }, { settings, price, creditedInDay: 0n }) !== null;
}
