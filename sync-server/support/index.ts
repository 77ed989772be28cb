export { eachReport, forgetReports, reportIndexes, type ReportRow, waitingReports } from "./reports.ts";
export { registerSupportRoutes } from "./routes.ts";
