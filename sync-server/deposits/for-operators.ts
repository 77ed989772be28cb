import type {
  DepositForOperators,
  DepositOutput,
  DepositQueueOutput,
  DepositQueueQuery,
  DepositSettings,
  DepositWithPayment,
} from "#schemas/deposits.ts";
import type { InferOutput } from "valibot";
import { inParts } from "#server/platform/db/in-parts.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { guardedPrice } from "#server/prices/index.ts";
import { creditFor, whyTwoCredit } from "./rules.ts";
import { takenMethods } from "./methods.ts";
import { CASH_APP_NAME } from "./settings.ts";
import { type DepositDocument, depositCollection, findDeposit, OPEN_DEPOSITS } from "./store.ts";

export const MOST_SHOWN = 200;

/** What is not settled of the deposits after a number, of one way to pay in where told. */
export async function readQueue(
  runtime: Runtime,
  { after = 0, method }: InferOutput<typeof DepositQueueQuery>,
): Promise<InferOutput<typeof DepositQueueOutput>> {
  const ofMethod = method === undefined ? {} : { methodName: method };
  const open = await depositCollection(runtime.database)
    .find(
      { status: { $in: [...OPEN_DEPOSITS] }, id: { $gt: after }, ...ofMethod },
      { sort: { id: 1 }, limit: MOST_SHOWN },
    )
    .toArray();
  return { deposits: await describeDeposits(runtime, open) };
}

/** All that is not settled, some at a time. */
export async function* eachOpenDeposit(runtime: Runtime): AsyncGenerator<readonly DepositForOperators[]> {
  const open = inParts(depositCollection(runtime.database), { status: { $in: [...OPEN_DEPOSITS] } });
  for await (const part of open) yield await describeDeposits(runtime, part);
}

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

export async function describeDeposits(
  runtime: Runtime,
  deposits: readonly DepositDocument[],
): Promise<DepositForOperators[]> {
  const twins = await depositCollection(runtime.database)
    .find(
      { cashAppTransactionId: { $in: deposits.map(({ cashAppTransactionId }) => cashAppTransactionId) } },
      { projection: { id: 1, methodName: 1, cashAppTransactionId: 1 } },
    )
    .toArray();
  const [methods, price] = await Promise.all([takenMethods(runtime), guardedPrice(runtime)]);
  return deposits.map((deposit) => ({
    ...depositOutput(deposit),
    userId: deposit.userId,
    methodName: deposit.methodName,
    methodLabel: deposit.methodLabel ?? CASH_APP_NAME,
    duplicates: twins.filter((twin) => twin.id !== deposit.id && isSamePayment(twin, deposit)).map(({ id }) => id),
    approvedBy: deposit.approvals.map(({ by }) => by),
    needsSecond: needsSecond(deposit, methods.get(deposit.methodName), price),
    submissionId: deposit.submissionId,
  }));
}

type Named = Pick<DepositDocument, "methodName" | "cashAppTransactionId">;

function isSamePayment(one: Named, other: Named): boolean {
  return one.methodName === other.methodName && one.cashAppTransactionId === other.cashAppTransactionId;
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
