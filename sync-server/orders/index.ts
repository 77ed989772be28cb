export { ORDERS_PART } from "./ingest-orders.ts";
export { tradingIndexes } from "./migrations.ts";
export { baseLeft, type OrderDocument, orderCollection, shareCollection, type ShareDocument } from "./order-rows.ts";
export { toldExchanges } from "./tell-former.ts";
