export { forgetReports, reportIndexes, waitingReports } from "./reports.ts";
export { registerSupportRoutes } from "./routes.ts";
