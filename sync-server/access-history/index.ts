export { type AccessOrigin, isNewOrigin, lastAccess, MOST_ACCESSES, recordAccess } from "./record-access.ts";
