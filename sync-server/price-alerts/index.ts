export { startPriceAlerts } from "./start-alerts.ts";
export { priceAlertIndexes } from "./store.ts";
export { besideAlert } from "./watch.ts";
