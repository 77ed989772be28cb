export { cancelAllOf, takesBackOrders } from "./cancel-standing.ts";
export { type LiveMarket, type MarketFeedView, marketNow, marketOf } from "./market.ts";
export { mostFeeOf } from "./plan-standing.ts";
export { PASSING } from "./passing.ts";
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
