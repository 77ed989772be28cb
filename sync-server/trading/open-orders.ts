import type { ClientSession } from "mongodb";
import { type OrderDocument, orderCollection } from "#server/orders/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";

/** Somebody's open orders, the oldest first. */
export function openOrders(
  database: Database,
  session: ClientSession | null,
  userId: number,
): Promise<OrderDocument[]> {
  return orderCollection(database)
    .find({ userId, state: "open", deleted: false }, { sort: { id: 1 }, ...inSession(session) })
    .toArray();
}
