export { type AccessOrigin, isNewOrigin, MOST_ACCESSES, recordAccess } from "./record-access.ts";
