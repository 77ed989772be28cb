import type { Messages } from "@lingui/core";
import { type Language, LANGUAGES } from "#schemas/values/languages.ts";
import { SENTENCES_CACHE, WHOLE_FILE } from "./kept-languages.ts";

/** Which build's sentences these are; the build writes it in, here and in index.html. */
const VERSION = "__SENTENCES__";

/** The file of all sentences of a language. */
const WHOLE = "whole";
/** The sentences of the operators' screens, which need a connection anyway, are kept on no device (`build/sentence-files.ts`). */
const NOT_KEPT = /^(?:console\/|content-editor\/editor-parts$)/;

/** Whether the sentences of something are among those that a device keeps. */
export function areKept(name: string): boolean {
  return !NOT_KEPT.test(name);
}

/** The address of a file of sentences of this build; `name` is that of what it is fetched with. */
function placeOf(name: string, language: string): string {
  return `/assets/${name.replaceAll("/", ".")}.${language}-${VERSION}.json`;
}

/** Fetches the sentences of something. Rejects where they cannot be had. */
export async function fetchSentences(name: string, language: string): Promise<Messages> {
  const answer = await fetch(placeOf(name, language));
  if (!answer.ok) {
    // As for a script that is gone: a new version of the app is there.
    dispatchEvent(new Event("vite:preloadError"));
    throw new Error(`The sentences of ${name} in ${language} were answered with ${answer.status}.`);
  }
  return answer.json();
}

/** The texts of a language's files by their names: only those that are needed are ever read, since all of them take a slow phone long. */
export type KeptTexts = Readonly<Partial<Record<string, string>>>;

/** All files of a language, where this device keeps them as this build has them; else null. */
export async function readKept(language: string): Promise<KeptTexts | null> {
  // Without a worker the page itself came over the network.
  if (!hasCaches() || !navigator.serviceWorker?.controller) return null;
  try {
    const kept = await caches.match(placeOf(WHOLE, language), { cacheName: SENTENCES_CACHE });
    return kept === undefined ? null : await kept.json();
  } catch {
    // What cannot be read is fetched.
    return null;
  }
}

/** The language whose sentences this device keeps as this build has them; null where there is none. */
export async function keptLanguage(): Promise<Language | null> {
  if (!hasCaches()) return null;
  const cache = await caches.open(SENTENCES_CACHE);
  const places = (await cache.keys()).map(({ url }) => url);
  return LANGUAGES.find((language) => places.some((url) => url.endsWith(placeOf(WHOLE, language)))) ?? null;
}

/** Keeps all sentences of a language on this device, and none of another one. Rejects where they cannot be had or kept. */
export async function keepSentences(language: string): Promise<void> {
  if (!hasCaches()) return;
  const cache = await caches.open(SENTENCES_CACHE);
  const place = placeOf(WHOLE, language);
  if ((await cache.match(place)) === undefined) await cache.add(place);
  for (const { url } of await cache.keys()) {
    // Those of another build are its own worker's.
    if (WHOLE_FILE.test(url) && url.includes(`-${VERSION}.`) && !url.endsWith(place)) await cache.delete(url);
  }
}

/** None where the page came over an open connection. */
function hasCaches(): boolean {
  return typeof caches !== "undefined";
}
