import type { Database } from "#server/platform/db/database.ts";
import type { ReplicatedDocument } from "#server/platform/db/replicated.ts";
import { mulDiv, type Price } from "#schemas/values/money.ts";
import type { FillRow, OrderRow, OrderSide, PoolShareRow } from "#schemas/trading.ts";

type Meta = "uid" | "id" | "_deleted";
export type OrderFields = Omit<OrderRow, Meta | "placedAt" | "changedAt"> & {
  readonly placedAt: Date;
  readonly changedAt: Date;
};
export type FillFields = Omit<FillRow, Meta | "timestamp"> & { readonly timestamp: Date };
export type ShareFields = Omit<PoolShareRow, Meta>;

/** An order of one's own as ledgers hold it. */
export interface StoredOrder extends OrderFields {
  /** The last operation that was folded into it: an earlier one changes nothing. */
  readonly lastOperation: string;
}
export type OrderDocument = ReplicatedDocument & StoredOrder;
export type FillDocument = ReplicatedDocument & FillFields;
/** What a wallet holds of a pool; `uid` is the pool's id. */
export type ShareDocument = ReplicatedDocument & ShareFields;

export const ORDERS = "orders";
export const FILLS = "fills";
export const POOL_SHARES = "pool_shares";

export function orderCollection(database: Database) {
  return database.collection<OrderDocument>(ORDERS);
}

export function shareCollection(database: Database) {
  return database.collection<ShareDocument>(POOL_SHARES);
}

/** What of the base asset is left of an offer of the ledger; an offer to buy holds the quote asset. Stroops. */
export function baseLeft(side: OrderSide, offered: bigint, price: Price): bigint {
  return side === "sell" ? offered : mulDiv(offered, BigInt(price.d), BigInt(price.n), "down");
}

/** Creates the indexes by which one's own orders, fills and shares are read and open ones are found. */
export async function indexTrading(database: Database): Promise<void> {
  for (const collection of [ORDERS, FILLS, POOL_SHARES]) {
    await database.collection(collection).createIndexes([
      { key: { userId: 1, uid: 1 }, unique: true },
      { key: { userId: 1, revision: 1 }, unique: true },
    ]);
  }
  await database.collection(ORDERS).createIndex({ userId: 1, id: 1 }, { partialFilterExpression: { state: "open" } });
}
