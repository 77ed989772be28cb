import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "#schemas/values/languages.ts";
import { placeIn } from "#pwa/platform/language/read-language.ts";
import { landingWords } from "#pwa/landing/landing-words.ts";
import { addressOf, hasLanguages, unnamed } from "./language-addresses.ts";
import type { AppRouter } from "./router.tsx";

/** A link of a page's head that says where it is in which language. */
export interface LanguageLink {
  readonly rel: "canonical" | "alternate";
  readonly href: string;
  readonly hreflang?: string;
}

/** Marks these links, here and in what the build prints. */
export const LANGUAGE_LINK = "data-language-link";

/** Where a public page is by itself and in every language; `origin` goes before the addresses. */
export function languageLinks(path: string, language: Language, origin: string): readonly LanguageLink[] {
  const at = (each: Language) => origin + placeIn({ language: each, path });
  return [
    { rel: "canonical", href: at(language) },
    ...LANGUAGES.map((each) => ({ rel: "alternate" as const, hreflang: each, href: at(each) })),
    { rel: "alternate", hreflang: "x-default", href: at(DEFAULT_LANGUAGE) },
  ];
}

/**
 * Keeps the address at the language that is shown, also where somebody goes back to one of another language, and the head's links at
 * the page, for whoever reads them. Answers with the way to end that.
 */
export function followLanguage(router: AppRouter, language: Language): () => void {
  const follow = () => {
    const path = router.state.location.pathname;
    const { pathname, search, hash } = location;
    const address = addressOf(path, language);
    if (unnamed(pathname) === path && address !== pathname)
      router.history.replace(`${address}${search}${hash}`, router.history.location.state);
    writeLinks(path, language);
  };
  writeLinks(router.state.location.pathname, language);
  return router.subscribe("onResolved", follow);
}

function writeLinks(path: string, language: Language): void {
  for (const old of document.head.querySelectorAll(`[${LANGUAGE_LINK}]`)) old.remove();
  // A written page says its own.
  if (path === "/" || !hasLanguages(path))
    document.head.querySelector('meta[name="description"]')?.setAttribute("content", landingWords().description);
  if (!hasLanguages(path)) return;
  for (const facts of languageLinks(path.replace(/(?<=.)\/$/, ""), language, location.origin)) {
    const link = Object.assign(document.createElement("link"), facts);
    link.setAttribute(LANGUAGE_LINK, "");
    document.head.append(link);
  }
}
