export { forgetSetup, planMerge, readRest, submitMerge } from "./close-wallet.ts";
export { createWallet } from "./create-wallet.ts";
export { takeLookUp } from "./look-ups.ts";
export { type Money, startMoney } from "./money.ts";
export { operationOf } from "./open-submissions.ts";
export { reach } from "./recipient.ts";
export { registerWalletRoutes, submissionOutput } from "./routes.ts";
export { registerOperatorRoutes } from "./operator-routes.ts";
export { custodyOf, openSecrets, signersOf, verifyVaultKey } from "./open-vault.ts";
