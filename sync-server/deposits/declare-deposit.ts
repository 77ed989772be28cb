import { type ClientSession, MongoServerError } from "mongodb";
import * as v from "valibot";
import { boundsRefusal } from "#schemas/deposit-amounts.ts";
import { CASH_APP, CashAppDeposits, CashAppPayments, type DepositInput } from "#schemas/deposits.ts";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { createAttemptLimit } from "#server/platform/http/limits.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { accountCollection, takeAccount } from "#server/platform/ingest/account.ts";
import { showDeposit } from "./deposit-rows.ts";
import { type TakenMethod, takenMethod } from "./methods.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import { creditFor } from "./rules.ts";
import { DEPOSIT_KIND, type DepositDocument, depositCollection, payerKeyOf } from "./store.ts";

const DUPLICATE_KEY = 11_000;
/** Of one person wait so many at once, and no more are declared within the hour: the queue is for everybody. */
export const MOST_WAITING = 10;
const DECLARED = 30;
const DECLARED_WINDOW_MS = 60 * 60 * 1000;

/**
 * Records a payment that a user says to have made. The same transaction id by the same user is the same deposit; named
 * by another user it is recorded too, and operators see both. Throws `amount-not-positive`, `deposits-off`, `deposit-method-off`,
 * `deposit-too-small`, `deposit-too-large`, `wallet-not-ready`, `account-closed`, `deposits-waiting`, `rate-limited`, or
 * `deposit-claimed` for another amount under one's own transaction id.
 */
export async function declareDeposit(runtime: Runtime, userId: number, input: DepositInput): Promise<DepositDocument> {
  const { database } = runtime;
  if (parseAmount(input.amount) === 0n) throw new AppError("amount-not-positive");
  const method = await takenMethod(runtime, input.methodName, null);
  const wallet = await accountCollection(database).findOne({ userId, role: "wallet" });
  if (!wallet) throw new AppError("wallet-not-ready");
  const own = ownOf(userId, input);
  const known = await depositCollection(database).findOne(own);
  if (known) return sameOrClaimed(known, input);
  await createAttemptLimit(runtime, "deposit", DECLARED, DECLARED_WINDOW_MS).take(String(userId));
  const declare = () => record(runtime, userId, input, { method, wallet: wallet._id });
  return declare().catch((error: unknown) => {
    // Of several that come first at once one makes what all of them name; the others find it now.
    if (isDuplicate(error)) return declare();
    throw error;
  });
}

/** Records the declaration, unless it is there by now. */
function record(
  runtime: Runtime,
  userId: number,
  input: DepositInput,
  { method, wallet }: { readonly method: TakenMethod; readonly wallet: string },
): Promise<DepositDocument> {
  const { database } = runtime;
  const { settings, label } = method;
  const own = ownOf(userId, input);
  return database.transaction(async (session) => {
    // Whoever closes the account takes the wallet, too: one of the two sees the other.
    await takeAccount(database, session, wallet);
    const closed = await database.collection("users").findOne({ id: userId, closedAt: { $ne: null } }, { session });
    if (closed) throw new AppError("account-closed");
    const former = await depositCollection(database).findOne(own, { session });
    if (former) return sameOrClaimed(former, input);
    const refusal = boundsRefusal(input.amount, settings);
    if (refusal) throw new AppError(refusal.code, refusal.facts);
    const waiting = await depositCollection(database).countDocuments({ userId, status: "pending" }, { session });
    if (waiting >= MOST_WAITING) throw new AppError("deposits-waiting", { most: MOST_WAITING });
    const id = await database.nextIds(session, CashAppDeposits.collection, 1);
    const now = runtime.clock.now();
    const fields = { id, userId, ...input, recipientNumber: settings.recipient, depositDate: now, createdAt: now };
    const deposit = {
      ...v.parse(CashAppDeposits.schema, fields),
      approvals: [],
      isAccepted: false,
      attempts: 0,
      submissionId: null,
      estimatedXlm: creditFor(input.amount, settings.xlmRate),
      ...(input.methodName !== CASH_APP && { methodLabel: label }),
      payerKey: payerKeyOf(input.cashAppUsername),
      version: 1,
      knownSince: now,
    };
    await depositCollection(database).insertOne(
      { ...deposit, seal: sealRow(database, DEPOSIT_KIND, deposit) },
      { session },
    );
    await showDeposit(database, session, deposit);
    if (input.methodName === CASH_APP) await declarePayment(runtime, session, userId, input, settings.xlmRate);
    return deposit;
  });
}

/** The payment that somebody names: one transaction id is one payment of its way to pay in. */
function ownOf(userId: number, { methodName, cashAppTransactionId }: DepositInput) {
  return { userId, methodName, cashAppTransactionId };
}

function sameOrClaimed(former: DepositDocument, input: DepositInput): DepositDocument {
  if (former.status === "rejected" || parseAmount(former.amount) !== parseAmount(input.amount))
    throw new AppError("deposit-claimed");
  return former;
}

/** The declared payment stands once per transaction id, for whoever named it first. */
async function declarePayment(
  { database, clock }: Runtime,
  session: ClientSession,
  userId: number,
  { amount, cashAppTransactionId: transactionId }: DepositInput,
  xlmRate: string,
): Promise<void> {
  const payments = database.collection(CashAppPayments.collection);
  if (await payments.findOne({ transactionId }, { session })) return;
  const id = await database.nextIds(session, CashAppPayments.collection, 1);
  const estimatedXlm = creditFor(amount, xlmRate);
  const fields = { id, userId, amount, transactionId, estimatedXlm, xlmRate, createdAt: clock.now() };
  await payments.insertOne(v.parse(CashAppPayments.schema, fields), { session });
}

/** Whether an error says that a unique index was met. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}
