export { forgetReports, reportIndexes } from "./reports.ts";
export { registerSupportRoutes } from "./routes.ts";
