import type { Runtime } from "#server/platform/http/runtime.ts";
import { keysOf, putReplicatedOf, type ReplicatedDocument, rowKey } from "#server/platform/db/replicated.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { accountCollection } from "./account.ts";
import type { MissingSpan } from "./gap-store.ts";

const ROWS_PER_WRITE = 200;

/**
 * Says in the history of everybody who had a wallet by then (numbered `lastNumber` at most) that their movements of these ledgers are
 * missing. To be repeated until it is through: whoever was told is told once.
 */
export async function tellMissing(
  { database }: Pick<Runtime, "database">,
  span: MissingSpan,
  lastNumber: number,
): Promise<void> {
  let after = 0;
  for (;;) {
    const wallets = await accountCollection(database)
      .find(
        { number: { $gt: after, $lte: lastNumber }, role: "wallet" },
        { sort: { number: 1 }, limit: ROWS_PER_WRITE, projection: { number: 1, userId: 1 } },
      )
      .toArray();
    const last = wallets.at(-1);
    if (!last) return;
    after = last.number;
    const rows = wallets.map(({ userId }) => ({ userId, uid: uidOf(span), fields: rowOf(span) }));
    await database.transaction(async (session) => {
      const found = await database
        .collection<ReplicatedDocument>("transactions")
        .find(keysOf(rows), { session, projection: { _id: 0, userId: 1, uid: 1 } })
        .toArray();
      const known = new Set(found.map(rowKey));
      await putReplicatedOf(
        database,
        session,
        "transactions",
        rows.filter((row) => !known.has(rowKey(row))),
      );
    });
  }
}

function uidOf({ first, last }: MissingSpan): string {
  return `missing-${first}-${last}`;
}

function rowOf({ last, since, until, ...span }: MissingSpan) {
  const nothing = formatAmount(0n);
  return {
    operationId: uidOf({ ...span, last, since, until }),
    type: "missing",
    ...NATIVE,
    amount: nothing,
    fee: nothing,
    from: "",
    to: "",
    hash: "",
    memo: "",
    status: "confirmed",
    partyName: "",
    event: { act: "missing", since: since.toISOString() },
    ledger: last,
    timestamp: until,
  };
}
