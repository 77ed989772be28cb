export { registerKycRoutes } from "./routes.ts";
