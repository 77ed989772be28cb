export { cancelAllOf, takesBackOrders } from "./cancel-durable.ts";
export { placedBy } from "./place-durable.ts";
export { registerDurableOrders } from "./register-durable-orders.ts";
export { DURABLE_KIND, durableIndexes } from "./store.ts";
