/** What other features may use of this one. */

export { MultisigCard } from "./multisig-card.tsx";
export { useIsShared } from "./use-multisig.ts";
export { WaitingCard } from "./waiting-card.tsx";
export { titleOf } from "./words.ts";
