import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "#schemas/values/languages.ts";
import { placeIn } from "#pwa/platform/language/read-language.ts";
import { landingWords } from "#pwa/landing/landing-words.ts";
import { shownLanguage } from "#pwa/platform/language/show-language.ts";
import { hasLanguages } from "./language-addresses.ts";
import type { AppRouter } from "./router.tsx";

/** A link of a page's head that says where it is in which language. */
export interface LanguageLink {
  readonly rel: "canonical" | "alternate";
  readonly href: string;
  readonly hrefLang?: string;
}

/** Marks these links, here and in what the build prints. */
export const LANGUAGE_LINK = "data-language-link";

/** Where a public page is by itself and in every language; `origin` goes before the addresses. */
export function languageLinks(path: string, language: Language, origin: string): readonly LanguageLink[] {
  const at = (each: Language) => origin + placeIn({ language: each, path });
  return [
    { rel: "canonical", href: at(language) },
    ...LANGUAGES.map((each) => ({ rel: "alternate" as const, hrefLang: each, href: at(each) })),
    { rel: "alternate", hrefLang: "x-default", href: at(DEFAULT_LANGUAGE) },
  ];
}

/** Keeps the head's links at the page that is shown, for whoever reads it. Answers with the way to end that. */
export function followLanguageLinks(router: AppRouter): () => void {
  const write = () => {
    for (const old of document.head.querySelectorAll(`[${LANGUAGE_LINK}]`)) old.remove();
    document.head.querySelector('meta[name="description"]')?.setAttribute("content", landingWords().description);
    const path = router.state.location.pathname;
    if (!hasLanguages(path)) return;
    for (const facts of languageLinks(path.replace(/(?<=.)\/$/, ""), shownLanguage(), location.origin)) {
      const link = Object.assign(document.createElement("link"), facts);
      link.setAttribute(LANGUAGE_LINK, "");
      document.head.append(link);
    }
  };
  write();
  return router.subscribe("onResolved", write);
}
