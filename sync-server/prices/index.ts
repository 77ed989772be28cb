export { dayPrices } from "./day-prices.ts";
export { guardedPrice, isListed } from "./guarded-price.ts";
export { registerPriceRoutes } from "./routes.ts";
export { startPrices } from "./start-prices.ts";
export { type DatedPrice, type KnownPrice, priceAskers, priceIndexes } from "./store.ts";
export { type Valuation, valuationsOf } from "./valuations.ts";
export { lastPriceOf } from "./wanted.ts";
export { countedAmount, limitFacts, OLDEST_PRICE_MS, unitOf, type Worth, worthFor } from "./worth.ts";
