export { registerTrustlineRoutes } from "./routes.ts";
