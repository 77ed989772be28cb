export { markRestored, type RestoredFrom } from "./mark.ts";
