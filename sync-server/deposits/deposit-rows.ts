import type { ClientSession, Document } from "mongodb";
import type { DepositRow } from "#schemas/deposits.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
import { type DepositDocument, depositCollection } from "./store.ts";

const ROWS = "deposits";
type Fields = Omit<DepositRow, "uid" | "id" | "_deleted" | "createdAt"> & { readonly createdAt: Date };

/** Writes what its owner's devices show of a deposit, in the transaction that changes it. */
export async function showDeposit(database: Database, session: ClientSession, deposit: DepositDocument): Promise<void> {
  const hash = deposit.transactionId === null ? "" : await hashOf(database, session, deposit);
  await putReplicated(database, session, ROWS, deposit.userId, [
    { uid: String(deposit.id), fields: fieldsOf(deposit, hash) },
  ]);
}

/** What operators write for each other, the reason of another rate for one, stays with them. */
function fieldsOf(deposit: DepositDocument, hash: string): Fields {
  const { id, amount, cashAppUsername, cashAppTransactionId, status, xlmRate, xlmCredited, createdAt } = deposit;
  return {
    depositId: id,
    amount,
    cashAppUsername,
    cashAppTransactionId,
    recipient: deposit.recipientNumber ?? "",
    method: deposit.methodLabel ?? "",
    status,
    estimatedXlm: deposit.estimatedXlm ?? null,
    xlmRate,
    xlmCredited,
    reason: status === "rejected" ? (deposit.notes ?? "") : "",
    hash,
    createdAt,
  };
}

async function hashOf(
  database: Database,
  session: ClientSession,
  { userId, transactionId }: DepositDocument,
): Promise<string> {
  const row = await database.collection<Document>("transactions").findOne({ userId, id: transactionId }, { session });
  return typeof row?.["hash"] === "string" ? row["hash"] : "";
}

/** Deposits made before devices kept them get their rows. */
export const depositRows: Migration = {
  number: 17,
  name: "deposits on their owners' devices",
  run: async (database) => {
    await database.collection(ROWS).createIndexes([
      { key: { id: 1 }, unique: true },
      { key: { userId: 1, uid: 1 }, unique: true },
      { key: { userId: 1, revision: 1 }, unique: true },
    ]);
    for await (const { id } of depositCollection(database).find({}, { sort: { id: 1 }, projection: { id: 1 } })) {
      await database.transaction(async (session) => {
        const deposit = await depositCollection(database).findOne({ id }, { session });
        if (deposit) await showDeposit(database, session, deposit);
      });
    }
  },
};
