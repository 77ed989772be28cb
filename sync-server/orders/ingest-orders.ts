import type { IngestPart } from "#server/platform/ingest/parts.ts";
import { foldOrders } from "./fold-orders.ts";
import { endGone, findOrdersOf, findShares, resyncOrders } from "./resync-orders.ts";
import { tellFilled } from "./tell-filled.ts";

/** Orders, fills and shares of pools of wallets of ours, as ingestion keeps them. */
export const ORDERS_PART: IngestPart = {
  fold: async (runtime, session, items, accounts) => {
    const { changed, deeds } = await foldOrders(runtime.database, session, items, accounts);
    return { deeds, tell: () => tellFilled(runtime, session, changed) };
  },
  resync: resyncOrders,
  endGone,
  addListed: async (deps, { names }, account, head) => {
    await findShares(deps, account, names?.pools ?? [], head);
    await findOrdersOf(deps, account._id, head);
  },
};
