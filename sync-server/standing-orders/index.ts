export { cancelAllOf, takesBackOrders } from "./cancel-standing.ts";
export { placedBy } from "./place-standing.ts";
export { registerStandingOrders } from "./register-standing-orders.ts";
export { announcingIndex, STANDING_KIND, standingIndexes } from "./store.ts";
