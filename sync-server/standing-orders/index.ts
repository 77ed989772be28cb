export { cancelAllOf, takesBackOrders } from "./cancel-standing.ts";
export { type LiveMarket, type MarketFeedView, marketNow } from "./market.ts";
export { placedBy } from "./accept-standing.ts";
export { type BestPrices, bestPrices, compare, sortable } from "./prices.ts";
export { registerStandingOrders } from "./register-standing-orders.ts";
export {
  announcingIndex,
  liveOrdersOf,
  secondWatches,
  STANDING_KIND,
  type StandingDocument,
  standingIndexes,
} from "./store.ts";
