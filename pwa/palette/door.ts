/** What other features may use of this one. */

export { shortcutText } from "./shortcut.ts";
