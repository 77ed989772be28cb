export { registerTradingRoutes } from "./routes.ts";
