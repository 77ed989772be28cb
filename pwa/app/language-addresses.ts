import type { LocationRewrite } from "@tanstack/react-router";
import { EDITOR_EXAMPLE_PATH } from "#pwa/content-editor/sample-path.ts";
import { PUBLIC_PATHS } from "#pwa/pages/page-paths.ts";
import { placeIn, placeNamed } from "#pwa/platform/language/read-language.ts";
import { shownLanguage } from "#pwa/platform/language/show-language.ts";
import { heldSite, keyOf } from "#pwa/parts/content/site-store.ts";
import { rememberedUser } from "#pwa/parts/session/remembered-user.ts";
import { PAY_PATH } from "#schemas/pay-path.ts";
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "#schemas/values/languages.ts";

/** Pages that are the same to everybody. */
const PUBLIC: readonly string[] = ["/", "/auth", "/api", EDITOR_EXAMPLE_PATH, ...PUBLIC_PATHS];
/** Pages of guests; to people who are signed in they are screens of their own, whose addresses name no language. */
const OPEN: readonly string[] = ["/faq", "/assets", "/buy-xlm", PAY_PATH];

/** The addresses of the other languages, as the router writes its own. */
export const PATHS_OF_LANGUAGES: readonly string[] = LANGUAGES.filter((each) => each !== DEFAULT_LANGUAGE).flatMap(
  (language) => [...PUBLIC, ...OPEN].map((path) => placeIn({ language, path })),
);

/** What an address names without its language, as the routes have it; itself where it names none, or is no public page's. */
export function unnamed(path: string): string {
  const place = placeNamed(path);
  return place !== null && (isAmong([...PUBLIC, ...OPEN], place.path) || isWritten(place.path)) ? place.path : path;
}

/** The address of a path in the language that is shown, or in the one that is asked for. */
export function addressOf(path: string, language: Language = shownLanguage()): string {
  return hasLanguages(path) ? placeIn({ language, path }) : path;
}

/** Whether a path is a public page's, which has an address in each language. */
export function hasLanguages(path: string): boolean {
  return isAmong(PUBLIC, path) || isWritten(path) || (isAmong(OPEN, path) && rememberedUser() === null);
}

/** Whether operators write at a path: below a page of ours, or as this device knows the pages that there are. */
function isWritten(path: string): boolean {
  const key = keyOf(path);
  const [place = "", ...below] = key.split("/");
  if (below.length > 0) return below.length === 1 && isAmong(PUBLIC_PATHS, `/${place}`);
  return !isAmong(OPEN, path) && (heldSite()?.pages.some(({ pageKey }) => pageKey === key) ?? false);
}

function isAmong(paths: readonly string[], path: string): boolean {
  return !path.startsWith("//") && paths.includes(path.length > 1 ? path.replace(/\/$/, "") : path);
}

/** Public pages name the language that is shown in their addresses; routes know nothing of it. */
export const languageRewrite: LocationRewrite = {
  input: ({ url }) => {
    url.pathname = unnamed(url.pathname);
    return url;
  },
  output: ({ url }) => {
    url.pathname = addressOf(url.pathname);
    return url;
  },
};
