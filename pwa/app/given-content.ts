import type { GivenContent } from "#pwa/parts/content/site-store.ts";

/** The element that the server writes what it drew a page from into, as JSON. */
export const GIVEN_ID = "content-data";

/** What came with the page; null where it came without, as from the build or a device's own copy. */
export function readGiven(): GivenContent | null {
  const text = document.getElementById(GIVEN_ID)?.textContent ?? "";
  // The page's own data, in the page's own answer: who could write there could as well write scripts.
  return text === "" ? null : (JSON.parse(text) as GivenContent);
}
