export { openIndexSource } from "./index-source.ts";
export { type MarketIndex } from "./market-index.ts";
export { inOrder, type MarketSide, type MarketSides, openMarketSides, reservesOf } from "./market-sides.ts";
export { marketMessages } from "./market-messages.ts";
export { marketIndexes } from "./market-store.ts";
export { changeBetween } from "./price-change.ts";
export { findQuote, findQuoteWithoutOwn, type Quote, quoteAlong } from "./quote.ts";
export { registerMarketData } from "./routes.ts";
export { type Markets, startMarkets } from "./start-markets.ts";
