export { auditChecks } from "./audit-checks.ts";
export { auditHashIndex, auditIndexes, auditKindIndexes } from "./audit-rows.ts";
export { serviceKeyIndexes } from "./keys-in-use.ts";
export { lostRows } from "./lost-rows.ts";
export { readRewrapProgress } from "./rewrap-runs.ts";
export { ROLES_FROM_BEFORE, rolesFromBefore } from "./roles-from-before.ts";
export { startCustody } from "./start-custody.ts";
export { ROWS_FROM_BEFORE, rowsFromBefore } from "./rows-from-before.ts";
