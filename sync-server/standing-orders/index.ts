export { cancelAllOf, takesBackOrders } from "./cancel-standing.ts";
export { placedBy } from "./place-standing.ts";
export { registerStandingOrders } from "./register-standing-orders.ts";
export { liveOrdersOf, STANDING_KIND, standingIndexes } from "./store.ts";
