export { type AuthDependencies, registerAuthRoutes } from "./routes.ts";
