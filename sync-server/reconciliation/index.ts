export type { Reconciliation } from "./compare-records.ts";
export { waitingDifferences } from "./raise.ts";
export { reconcile } from "./reconcile.ts";
export { registerReconciliationRoutes } from "./routes.ts";
export { startReconciliation } from "./start-reconciliation.ts";
