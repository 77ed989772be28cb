import { i18n, type Messages } from "@lingui/core";
import { createMemoryHistory } from "@tanstack/react-router";
import { prerender } from "react-dom/static";
import { type GivenContent, takeGiven } from "#pwa/parts/content/site-store.ts";
import { installedWords, landingWords } from "#pwa/landing/landing-words.ts";
import { directionOf, type Language, LANGUAGES } from "#schemas/values/languages.ts";
import { App } from "./app.tsx";
import { addressOf, PATHS_OF_LANGUAGES } from "./language-addresses.ts";
import { languageLinks } from "./language-links.ts";
import { createAppRouter } from "./router.tsx";
import { OTHERS_PATH } from "./written-place.tsx";

/** The addresses that lead somewhere, as the router writes them: `$name` stands for one part, a `$` alone for any rest. */
export function paths(): readonly string[] {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/"] }));
  return [...Object.keys(router.routesByPath).filter((path) => path !== OTHERS_PATH), ...PATHS_OF_LANGUAGES];
}

/** The start page in every language, the one that all falls back to first; `sentencesOf` has what is said on it. */
export async function renderLandings(sentencesOf: Readonly<Record<string, Messages>>) {
  const landings = [];
  // One after another: they share the one place that says which language it is.
  for (const language of LANGUAGES) landings.push(await renderLanding(language, sentencesOf[language] ?? {}));
  return landings;
}

/**
 * The start page as a guest sees it whom this device does not know, what the browser renders first, too, and what is said of it
 * around it. Rejects with whatever was thrown on the way.
 */
async function renderLanding(language: Language, messages: Messages) {
  const markup = await renderPlace(language, messages, { path: "/", site: null, page: null });
  return {
    language,
    direction: directionOf(language),
    ...landingWords(),
    installed: installedWords(),
    links: languageLinks("/", language, ""),
    markup,
  };
}

/** What is known of a place that the server draws. */
export interface Place extends GivenContent {
  readonly language: Language;
}

/** One after the other: there is one language that is shown, and one content. */
let last: Promise<unknown> = Promise.resolve();

/**
 * A public page as a guest sees it, with what operators published; `sentencesOf` has what is said on these pages. Rejects with whatever
 * was thrown on the way.
 */
export function renderPublic(
  { language, ...given }: Place,
  sentencesOf: Readonly<Record<string, Messages>>,
): Promise<{ readonly markup: string; readonly start: ReturnType<typeof landingWords> }> {
  const drawn = last.then(async () => {
    const markup = await renderPlace(language, sentencesOf[language] ?? {}, given);
    return { markup, start: landingWords() };
  });
  last = drawn.catch(() => undefined);
  return drawn;
}

async function renderPlace(language: Language, messages: Messages, given: GivenContent): Promise<string> {
  i18n.loadAndActivate({ locale: language, messages });
  takeGiven(given);
  const path = given.path;
  const router = createAppRouter(createMemoryHistory({ initialEntries: [addressOf(path, language)] }));
  await router.load();
  const failures: unknown[] = [];
  const { prelude } = await prerender(<App router={router} />, {
    // Larger parts would come apart from the rest, with a script that moves them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  });
  const markup = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return markup;
}
