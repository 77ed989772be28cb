export { registerSuspenseRoutes } from "./routes.ts";
