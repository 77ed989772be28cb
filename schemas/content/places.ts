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
