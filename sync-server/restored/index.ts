export { awaitsOperator } from "./awaits-operator.ts";
export { beginRestored } from "./begin-restored.ts";
export { startRestored } from "./keep-restored.ts";
export { registerRestoredRoutes } from "./routes.ts";
export { markRestored, type RestoredFrom } from "./mark.ts";
