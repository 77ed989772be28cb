/** What other features may use of this one. */

export { SETTINGS_SECTIONS } from "./sections.ts";
