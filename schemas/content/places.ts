/**
 * Where Astrolabe's own pages stand, and what is below them: addresses that the app's router knows and that no screen of it is at, but a
 * page that operators write.
 */
export const PAGE_PLACES = [
  "about",
  "help",
  "faq",
  "stellar",
  "documentation",
  "tutorials",
  "features",
  "security",
  "blog",
  "careers",
  "contact",
  "privacy",
  "terms",
  "cookies",
  "legal",
] as const;

/** Whether what stands at this first part of a path is a page, and no screen. */
export function isPagePlace(part: string): boolean {
  return PAGE_PLACES.some((place) => place === part);
}

/** Screens of the app that show guests the page of their name among other things: it is written as any other. */
const SCREENS_WITH_PAGES: readonly string[] = ["assets", "buy-xlm"];

/** Whether a page of this key stands on a screen of the app, which is at its address. */
export function isOnScreen(key: string): boolean {
  return SCREENS_WITH_PAGES.includes(key);
}
