import { parseAmount } from "#schemas/values/money.ts";
import { keysOf } from "#server/platform/db/replicated.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import type { IngestPart } from "#server/platform/ingest/parts.ts";
import { foldOrders } from "./fold-orders.ts";
import { orderCollection } from "./order-rows.ts";
import { endGone, findOrdersOf, findShares, resyncOrders } from "./resync-orders.ts";
import { tellFilled } from "./tell-filled.ts";

/** Orders, fills and shares of pools of wallets of ours, as ingestion keeps them. */
export const ORDERS_PART: IngestPart = {
  fold: async (runtime, session, items, accounts) => {
    const { changed, deeds } = await foldOrders(runtime.database, session, items, accounts);
    return { deeds, tell: () => tellFilled(runtime, session, changed) };
  },
  offered: async ({ database }, offers) => {
    const sellers = { _id: { $in: [...new Set(offers.map(({ seller }) => seller))] }, role: "wallet" as const };
    const owners = await accountCollection(database)
      .find(sellers, { projection: { userId: 1 } })
      .toArray();
    const rows = keysOf(owners.flatMap(({ userId }) => offers.map(({ offerId: uid }) => ({ userId, uid }))));
    const found =
      owners.length === 0
        ? []
        : await orderCollection(database)
            .find({ ...rows, state: "open" })
            .toArray();
    return new Map(found.map(({ offerId, offered }) => [offerId, parseAmount(offered)]));
  },
  resync: resyncOrders,
  endGone,
  addListed: async (deps, { names }, account, head) => {
    await findShares(deps, account, names?.pools ?? [], head);
    await findOrdersOf(deps, account._id, head);
  },
};
