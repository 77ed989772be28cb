import { PAGE_PLACES } from "#schemas/content/places.ts";

/** Where a public page stands. */
export type PublicPath = `/${(typeof PAGE_PLACES)[number]}`;

/** What people who are signed in have in their own frame. */
const FRAMED = "/faq";

/** Public pages that stand in the header's and the footer's frame for everyone. */
export const PUBLIC_PATHS: readonly Exclude<PublicPath, typeof FRAMED>[] = PAGE_PLACES.map(
  (place): PublicPath => `/${place}`,
).filter((path) => path !== FRAMED);
