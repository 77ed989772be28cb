/** What other features may use of this one. */

export { NotificationsSection } from "./settings-section.tsx";
export { tell } from "./tell.ts";
