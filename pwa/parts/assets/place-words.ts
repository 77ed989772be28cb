import type { Place } from "./whole.ts";

/** Where money is, in words, and the screen that shows it. */
export const PLACES = {
  wallet: { name: "In your wallet", to: "/assets" },
  offers: { name: "In open orders", to: "/trade" },
  pools: { name: "In pools", to: "/amm" },
  claims: { name: "Set aside for you", to: "/assets", hash: "claims" },
} as const satisfies Readonly<Record<Place, { readonly name: string; readonly to: string; readonly hash?: string }>>;
