/** What other features may use of this one. */

export { ClaimsCard } from "./claims-card.tsx";
