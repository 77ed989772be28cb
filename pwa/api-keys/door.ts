/** What other features may use of this one. */

export { ApiKeysCard } from "./later-card.tsx";
