export { type ReportRow, searchReports } from "./list-reports.ts";
export { picturesApart } from "./pictures.ts";
export { forgetReports, reportIndexes, waitingReports } from "./reports.ts";
export { registerSupportRoutes } from "./routes.ts";
