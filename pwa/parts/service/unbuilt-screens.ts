import type { Offer } from "#schemas/service.ts";

/**
 * Screens that are a paragraph until they are built: their routes show it, and no menu, palette, step or link leads there. Whoever
 * builds one takes it off its list, and it is in all of these.
 */
export const UNBUILT_PLACES = ["/affiliate"] as const;

const UNBUILT: readonly string[] = UNBUILT_PLACES;

/** Whether what is at this path of the app is but a paragraph. */
export function isUnbuilt(path: string): boolean {
  return UNBUILT.includes(path);
}

/** Where what a server may offer is done. */
export const OFFER_PLACES = {
  deposits: "/buy-xlm",
  identity: "/kyc",
  staking: "/staking",
  affiliate: "/affiliate",
} as const satisfies Record<Offer, string>;

/** Of what a server offers, what this app has a screen for. */
export function servedHere(offers: readonly Offer[]): readonly Offer[] {
  return offers.filter((offer) => !isUnbuilt(OFFER_PLACES[offer]));
}
