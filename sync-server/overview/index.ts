export { overviewIndexes } from "./migrations.ts";
export { type Overview, startOverview } from "./start-overview.ts";
