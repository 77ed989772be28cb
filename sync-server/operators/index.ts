export { registerOperatorRoles } from "./routes.ts";
export { operatorIndexes } from "./store.ts";
