export { lookUpAssets, powersOf } from "./asset-facts.ts";
export { registerTrustlineRoutes } from "./routes.ts";
