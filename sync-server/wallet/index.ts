export { createWallet } from "./create-wallet.ts";
export { type Money, startMoney, verifyVaultKey } from "./money.ts";
export { registerWalletRoutes } from "./routes.ts";
export { registerOperatorRoutes } from "./operator-routes.ts";
export { openSecrets } from "./open-secrets.ts";
