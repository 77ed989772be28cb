export { monitoringIndexes, taskIndexes } from "./migrations.ts";
export { waitingOthers } from "./read-issues.ts";
export { type Monitoring, startMonitoring } from "./start-monitoring.ts";
export { type AwayTeller, awayTeller } from "./tell-away.ts";
export { waitingTasks } from "./tasks.ts";
