export { registerSuspenseRoutes } from "./routes.ts";
export { waitingSuspense } from "./waiting.ts";
