export { guardedPrice } from "./guarded-price.ts";
export { registerPriceRoutes } from "./routes.ts";
export { startPrices } from "./start-prices.ts";
export { type DatedPrice, type KnownPrice, priceAskers, priceIndexes } from "./store.ts";
export { type Valuation, valuationsOf } from "./valuations.ts";
export { lastPriceOf } from "./wanted.ts";
export { limitWords, OLDEST_PRICE_MS, type Worth, worthFor, worthWords } from "./worth.ts";
