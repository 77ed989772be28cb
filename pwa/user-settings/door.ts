/** What other features may use of this one. */

export { PROFILE_SECTIONS } from "./sections.ts";
