export { type MarketProgress, registerHealthRoutes, registerWalletHealth } from "./routes.ts";
