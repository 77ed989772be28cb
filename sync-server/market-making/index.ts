export { MARKET_MAKING_PART } from "./ingest-market.ts";
export { poolPlaced } from "./placed.ts";
export { mayPoolProceed } from "./proceed.ts";
export { registerMarketMaking } from "./register-market-making.ts";
export { takesBackPools } from "./stop.ts";
export { marketMakingIndexes, openPools } from "./store.ts";
