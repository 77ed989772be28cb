export { identityIndexes } from "./migrations.ts";
export { registerKycRoutes } from "./routes.ts";
