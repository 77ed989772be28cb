/** What other features may use of this one. */

export { LockCard } from "./lock-card.tsx";
