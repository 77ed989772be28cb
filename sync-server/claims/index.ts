export { registerClaimRoutes } from "./routes.ts";
