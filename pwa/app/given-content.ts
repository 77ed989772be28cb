import type { GivenContent } from "#pwa/parts/content/site-store.ts";

/** The element that the server writes what it drew a page from into, as JSON. */
export const GIVEN_ID = "content-data";

/** The place of the one page that the server draws wherever there is nothing. */
const MISSING_PATH = "/404";

/** What came with the page at this address; null where it came without, as from the build or a device's own copy. */
export function readGiven(pathname: string): GivenContent | null {
  const text = document.getElementById(GIVEN_ID)?.textContent ?? "";
  if (text === "") return null;
  // The page's own data, in the page's own answer: who could write there could as well write scripts.
  const given = JSON.parse(text) as GivenContent;
  return given.path === MISSING_PATH ? { ...given, path: pathname } : given;
}
