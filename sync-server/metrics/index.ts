export { countRequests } from "./request-metrics.ts";
export { startMetrics } from "./start-metrics.ts";
