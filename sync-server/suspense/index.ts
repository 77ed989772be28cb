export { searchItems } from "./list-items.ts";
export { registerSuspenseRoutes } from "./routes.ts";
export { waitingSuspense } from "./waiting.ts";
export { suspenseCheck } from "./age-check.ts";
