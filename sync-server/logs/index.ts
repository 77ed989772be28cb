export { registerLogRoutes } from "./routes.ts";
