export { registerTreasuryRoutes } from "./routes.ts";
