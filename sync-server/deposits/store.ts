import type { ClientSession, Document } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type * as v from "valibot";
import { CASH_APP, CashAppDeposits } from "#schemas/deposits.ts";
import { AppError } from "#schemas/errors.ts";
import { foldText } from "#schemas/values/fold-text.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { SealedKind } from "#server/platform/seals/sealed-rows.ts";
import type { Migration } from "#server/platform/db/migrate.ts";

/** One operator's yes. */
export interface Approval {
  readonly by: number;
  readonly at: Date;
}

/** A deposit as stored. */
export type DepositDocument = v.InferOutput<typeof CashAppDeposits.schema> & {
  readonly approvals: readonly Approval[];
  /** Whether it counts as the one deposit of its transaction id; never two of one id. */
  readonly isAccepted: boolean;
  /** How often its payment was begun. */
  readonly attempts: number;
  readonly submissionId: number | null;
  /** XLM at the rate of its declaration; missing in those that were declared before it was kept. */
  readonly estimatedXlm?: string | null;
  /** What people called the way it was paid by; absent for Cash App. */
  readonly methodLabel?: string;
  /** Who paid, as they are searched for. */
  readonly payerKey?: string;
  readonly version: number;
  /** When it was declared, under the seal; absent in those from before that was kept. */
  readonly knownSince?: Date;
  readonly seal?: string;
} & Document;

/** What decides whether, what and to whom a deposit pays. */
export const DEPOSIT_KIND: SealedKind<DepositDocument> = {
  collection: CashAppDeposits.collection,
  contentOf: ({ id, userId, amount, cashAppTransactionId, status, approvals, xlmRate, xlmCredited, ...row }) => {
    const { isAccepted, attempts, submissionId, knownSince, methodName } = row;
    // Deposits by Cash App were sealed without it, before there was anything else.
    const method = methodName === CASH_APP ? undefined : methodName;
    const claim = { id, userId, amount, cashAppTransactionId, method };
    return { ...claim, status, approvals, xlmRate, xlmCredited, isAccepted, attempts, submissionId, knownSince };
  },
};

export function depositCollection(database: Database) {
  return database.collection<DepositDocument>(CashAppDeposits.collection);
}

export const depositIndexes: Migration = {
  number: 5,
  name: "deposits by owner and state, one accepted per transaction id",
  run: async (database) => {
    const deposits = database.collection(CashAppDeposits.collection);
    await deposits.updateMany(
      { approvals: { $exists: false } },
      { $set: { approvals: [], isAccepted: false, attempts: 0, submissionId: null, version: 1 } },
    );
    await deposits.createIndex({ userId: 1, id: -1 });
    await deposits.createIndex({ status: 1, id: 1 });
    await deposits.createIndex(
      { cashAppTransactionId: 1 },
      { unique: true, partialFilterExpression: { isAccepted: true }, name: "one_accepted" },
    );
    await deposits.createIndex({ cashAppTransactionId: 1, userId: 1 });
  },
};

/**
 * Half-approved deposits are from before a second approval was one of a proposal: nobody was shown what was agreed to, so they
 * are decided anew.
 */
export const approvedAnew: Migration = {
  number: 57,
  name: "deposits with one of two approvals are decided anew",
  run: async (database) => {
    await depositCollection(database).updateMany(
      { status: "pending", approvals: { $ne: [] } },
      { $set: { approvals: [], xlmRate: null, xlmCredited: null }, $inc: { version: 1 } },
    );
  },
};

/** One transaction id is one payment of one way to pay in. */
export const depositMethods: Migration = {
  number: 97,
  name: "deposits by the way they were paid, one accepted per transaction id of each",
  run: async (database) => {
    const deposits = database.collection(CashAppDeposits.collection);
    await deposits.updateMany({ methodName: { $exists: false } }, { $set: { methodName: CASH_APP } });
    await deposits.createIndex(
      { methodName: 1, cashAppTransactionId: 1 },
      { unique: true, partialFilterExpression: { isAccepted: true }, name: "one_accepted_each" },
    );
    const named = await deposits.indexes();
    if (named.some(({ name }) => name === "one_accepted")) await deposits.dropIndex("one_accepted");
    await deposits.createIndex({ methodName: 1, id: -1 });
  },
};

/** Who paid, as they are searched for: by the beginning, and however it is written. */
export function payerKeyOf(payer: string): string {
  return foldText(payer.trim()).replace(/^\$/, "");
}

/** Whatever operators search or narrow deposits by is read off an index. */
export const depositSearch: Migration = {
  number: 107,
  name: "deposits by who paid",
  run: async (database) => {
    const deposits = depositCollection(database);
    const unnamed = { payerKey: { $exists: false } };
    for await (const { _id, cashAppUsername } of deposits.find(unnamed, { projection: { cashAppUsername: 1 } }))
      await deposits.updateOne({ _id }, { $set: { payerKey: payerKeyOf(cashAppUsername) } });
    await deposits.createIndex({ payerKey: 1, id: 1 });
  },
};

/** Deposits that wait for an operator, for their payment, or for somebody to look at why it failed. */
export const OPEN_DEPOSITS: readonly DepositDocument["status"][] = ["pending", "approved", "crediting", "failed"];

/** Throws `deposit-unknown`. */
export async function findDeposit(
  database: Database,
  id: number,
  session: ClientSession | null,
): Promise<DepositDocument> {
  const deposit = await depositCollection(database).findOne({ id }, inSession(session));
  if (!deposit) throw new AppError("deposit-unknown");
  return deposit;
}

/** Forgets under which name a user paid in. */
export async function forgetPayer(database: Database, session: ClientSession, userId: number): Promise<void> {
  await depositCollection(database).updateMany(
    { userId },
    { $set: { cashAppUsername: "", payerKey: "" } },
    { session },
  );
}
