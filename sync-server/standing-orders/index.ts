export { cancelAllOf, takesBackOrders } from "./cancel-standing.ts";
export { type LiveMarket, liveMarket, type MarketFeedView } from "./market.ts";
export { placedBy } from "./place-standing.ts";
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
