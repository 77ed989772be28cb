import { PEOPLE_PAGE, type PersonMovementsOutput } from "#schemas/people.ts";
import { Transactions, type TransactionRow } from "#schemas/transactions.ts";
import type { Database } from "#server/platform/db/database.ts";

type Movement = Omit<TransactionRow, "timestamp"> & {
  readonly id: number;
  readonly userId: number;
  readonly deleted: boolean;
  readonly revision: number;
  readonly timestamp: Date;
};

/** A page of what moved on somebody's account, in the order in which it was recorded, the last first. */
export async function readHistory(
  database: Database,
  { userId, before }: { readonly userId: number; readonly before: number | undefined },
): Promise<PersonMovementsOutput> {
  const found = await database
    .collection<Movement>(Transactions.collection)
    .find({ userId, deleted: false, ...(before !== undefined && { revision: { $lt: before } }) })
    .sort({ revision: -1 })
    // One row more than a page tells whether there is another.
    .limit(PEOPLE_PAGE + 1)
    .toArray();
  const rows = found.slice(0, PEOPLE_PAGE);
  return {
    movements: rows.map((row) => ({
      id: row.id,
      type: row.type,
      assetCode: row.assetCode,
      issuer: row.issuer,
      amount: row.amount,
      fee: row.fee,
      from: row.from,
      to: row.to,
      partyName: row.partyName ?? "",
      memo: row.memo,
      hash: row.hash,
      status: row.status,
      ledger: row.ledger,
      at: row.timestamp.toISOString(),
    })),
    next: found.length > PEOPLE_PAGE ? (rows.at(-1)?.revision ?? null) : null,
  };
}
