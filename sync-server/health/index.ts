export { type MarketProgress, registerHealthRoutes, registerWalletHealth } from "./routes.ts";
export { readWalletSides, type WalletSides } from "./wallet-health.ts";
