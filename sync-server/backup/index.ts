export { refuseHalfRestored } from "./restore-mark.ts";
export { sealCheck, type SealCheck } from "./seal-check.ts";
export { startBackups } from "./start-backups.ts";
