import type { Document } from "mongodb";
import type { MovementEvent } from "#schemas/movement-events.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Migration } from "#server/platform/db/migrate.ts";
import { type OwnedWrite, putReplicatedOf, type ReplicatedDocument, rowKey } from "#server/platform/db/replicated.ts";
import { withEvents } from "#server/platform/ingest/movement-events.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { orderOf } from "./order-deeds.ts";
import { orderCollection } from "./order-rows.ts";

interface Row extends ReplicatedDocument {
  readonly type: string;
  readonly assetCode: string;
  readonly issuer: string;
  readonly amount: string;
  readonly from: string;
  readonly hash: string;
  readonly operationId: string;
}

const TRANSACTIONS = "transactions";
const AT_ONCE = 200;
/** Of rows that were folded before they told what happened. */
const UNTOLD = { event: { $exists: false } } as const;

/**
 * Rows from before they told what happened tell of it what is still known: both sides of an exchange in one, the order where it traded
 * all at once, and who opened the account. What was placed, changed or cancelled then stays an order "placed or changed".
 */
export const toldExchanges: Migration = {
  number: 76,
  name: "what exchanges of the history gave and got",
  run: async (database) => {
    let batch: Row[][] = [];
    for await (const group of exchangesIn(database)) {
      batch.push(group);
      if (batch.length < AT_ONCE) continue;
      await tellExchanges(database, batch);
      batch = [];
    }
    await tellExchanges(database, batch);
    await tellOpenings(database);
  },
};

/** Rows of one operation of one user, which stand together in the index. */
async function* exchangesIn(database: Database): AsyncGenerator<Row[]> {
  const type = { $in: ["trade", "swap", "pool_deposit", "pool_withdraw"] };
  const found = database
    .collection<Row>(TRANSACTIONS)
    .find({ type, ...UNTOLD }, { sort: { userId: 1, operationId: 1 }, projection: { _id: 0 }, batchSize: AT_ONCE });
  let group: Row[] = [];
  for await (const row of found) {
    const [first] = group;
    if (first && (first.userId !== row.userId || operationOf(first) !== operationOf(row))) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

function operationOf({ operationId }: Row): string {
  return operationId.split("-", 1)[0] ?? operationId;
}

async function tellExchanges(database: Database, groups: readonly (readonly Row[])[]): Promise<void> {
  if (groups.length === 0) return;
  await database.transaction(async (session) => {
    const keys = groups.flatMap(([first]) =>
      first ? [{ userId: first.userId, uid: `op-${operationOf(first)}` }] : [],
    );
    const orders = await orderCollection(database)
      .find(
        { userId: { $in: keys.map(({ userId }) => userId) }, uid: { $in: keys.map(({ uid }) => uid) } },
        { session, projection: { _id: 0 } },
      )
      .toArray();
    const known = new Map(orders.map((order) => [rowKey(order), order]));
    const writes = groups.flatMap((group): OwnedWrite[] => {
      const [first] = group;
      if (!first) return [];
      const uid = `op-${operationOf(first)}`;
      const order = known.get(rowKey({ userId: first.userId, uid }));
      const told = order && orderOf(uid, order, parseAmount(order.placedAmount), false);
      const sides = group.map((row) => ({ ...row, amount: parseAmount(row.amount), isIncoming: isIncoming(row) }));
      return withEvents(sides, [], told).map((side) => writeOf(side, side.event));
    });
    await putReplicatedOf(database, session, TRANSACTIONS, writes);
  });
}

/** What came has nobody it came from, but for pools, which stand on one side. */
function isIncoming({ type, from }: Row): boolean {
  return type === "pool_withdraw" || (type !== "pool_deposit" && from === "");
}

/** Accounts that the house opened without any XLM were told of as something else. */
async function tellOpenings(database: Database): Promise<void> {
  const others: Document = { type: "other", amount: "0.0000000", ...UNTOLD };
  for await (const row of database.collection<Row>(TRANSACTIONS).find(others, { projection: { _id: 0 } })) {
    const opening = { kind: "onboarding" as const, "attempt.hash": row.hash };
    await database.transaction(async (session) => {
      if (!(await submissionCollection(database).findOne(opening, { session, projection: { _id: 1 } }))) return;
      const { userId, uid, from: to } = row;
      const fields = { event: { act: "opened" }, type: "create_account", from: "", to };
      await putReplicatedOf(database, session, TRANSACTIONS, [{ userId, uid, fields }]);
    });
  }
}

function writeOf({ userId, uid }: Pick<Row, "userId" | "uid">, event: MovementEvent | null): OwnedWrite {
  return { userId, uid, fields: { event } };
}
