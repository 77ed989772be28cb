import { isOnScreen, isPagePlace } from "#schemas/content/places.ts";
import { LANGUAGES } from "#schemas/values/languages.ts";
import { patternOf, readAppPaths } from "#server/platform/http/app-paths.ts";

/** Which addresses lead somewhere, whatever operators publish. */
export interface Addresses {
  /** Whether a page of this key would stand where a screen of the app, or something that the server serves, does. */
  isTaken(key: string): boolean;
  /** Whether this path leads somewhere, given the pages that there are. */
  leads(path: string, isPage: (key: string) => boolean): boolean;
}

/** What the server answers itself, whatever is below it. */
const SERVED = /^(?:api|assets|asset-images|socket\.io|\.well-known|federation)$/;
/** What robots and readers of news ask for. */
const FILES = /^\/(?:sitemap\.xml|robots\.txt|manifest\.webmanifest|blog\/feed\.xml|(?:[a-z]{2}\/)?blog\/feed\.xml)$/;

/** Reads off the built app which addresses it has. Where there is no build nobody knows them: then all lead somewhere. */
export async function openAddresses(pwaFolder: string): Promise<Addresses> {
  const paths = await readAppPaths(pwaFolder);
  const screens = (paths ?? []).filter((path) => !isOfPages(path)).map(patternOf);
  const isScreen = (path: string) => screens.some((screen) => screen.test(path));
  return {
    isTaken: (key) =>
      !isOnScreen(key) && (SERVED.test(partsOf(key)[0] ?? "") || isLanguage(partsOf(key)[0]) || isScreen(`/${key}`)),
    leads(path, isPage) {
      const plain = withoutLanguage(path);
      const [first = "", ...rest] = partsOf(plain);
      if (paths === null || plain === "/" || FILES.test(path)) return true;
      if (SERVED.test(first)) return isScreen(plain) || rest.length > 0;
      return isPage(partsOf(plain).join("/")) || isScreen(plain);
    },
  };
}

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** Pages, by whatever name, and not a screen: `/help`, `/documentation/$page`, `/es/about`, `/$page`. */
function isOfPages(path: string): boolean {
  const [first = ""] = partsOf(withoutLanguage(path));
  return first.startsWith("$") || isPagePlace(first);
}

function isLanguage(part: string | undefined): boolean {
  return LANGUAGES.some((language) => language === part);
}

/** The same place in no language in particular. */
function withoutLanguage(path: string): string {
  const [first, ...rest] = partsOf(path);
  return isLanguage(first) ? `/${rest.join("/")}` : path;
}
