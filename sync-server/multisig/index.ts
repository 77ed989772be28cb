export { sharedWallets } from "./migrations.ts";
export { registerMultisigRoutes } from "./routes.ts";
