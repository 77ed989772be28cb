/** What other features may use of this one. */

export { SessionDebug } from "./session-debug.tsx";
