export { overviewIndexes } from "./migrations.ts";
export { readHouseAccounts } from "./read-house.ts";
export { type Overview, startOverview } from "./start-overview.ts";
export { taskIndexes } from "./tasks.ts";
