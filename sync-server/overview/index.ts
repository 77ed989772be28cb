export { overviewIndexes } from "./migrations.ts";
export { readHouse, readHouseAccounts } from "./read-house.ts";
export { readService } from "./read-service.ts";
export { readWaiting } from "./read-waiting.ts";
export { readSubmissionAges, type SubmissionAges } from "./submission-ages.ts";
export { type Overview, startOverview } from "./start-overview.ts";
export { machineChecks } from "./machine-checks.ts";
export { workChecks } from "./work-checks.ts";
