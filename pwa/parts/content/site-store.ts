import { useSyncExternalStore } from "react";
import { shownLanguage } from "#pwa/platform/language/show-language.ts";
import type { PageOutput, SiteOutput } from "#schemas/content/read.ts";
import type { Language } from "#schemas/values/languages.ts";

/** What came with a page that the server drew: as trustworthy as the page itself, which has it in the same answer. */
export interface GivenContent {
  /** The place that was drawn, without its language, as `/help`. */
  readonly path: string;
  readonly site: SiteOutput | null;
  /** Null where no page is published there. */
  readonly page: PageOutput | null;
}

/** A page as this device has it. */
export interface HeldPage {
  /** Null where the server says that there is none. */
  readonly page: PageOutput | null;
  /** When the server gave it, in ms since the epoch, where this device kept it since; null where it was given just now. */
  readonly keptAtMs: number | null;
}

let given: GivenContent | null = null;
let site: SiteOutput | null = null;
const pages = new Map<string, HeldPage>();
const listeners = new Set<() => void>();

/** Takes what came with the page, before anything is drawn. */
export function takeGiven(content: GivenContent | null): void {
  given = content;
  site = content?.site ?? null;
  pages.clear();
  if (content?.site)
    pages.set(nameOf(content.site.language, keyOf(content.path)), { page: content.page, keptAtMs: null });
}

/** The key of the page at a path of ours. */
export function keyOf(path: string): string {
  return path.replaceAll(/^\/|\/$/g, "");
}

function nameOf(language: Language, key: string): string {
  return `${language} ${key}`;
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function heldSite(): SiteOutput | null {
  return site;
}

export function holdSite(next: SiteOutput): void {
  site = next;
  tell();
}

export function heldPage(language: Language, key: string): HeldPage | null {
  return pages.get(nameOf(language, key)) ?? null;
}

export function holdPage(language: Language, key: string, held: HeldPage): void {
  pages.set(nameOf(language, key), held);
  tell();
}

/** What stands around all pages, in the language that is shown; null as long as nothing is known of it. */
export function useSite(): SiteOutput | null {
  const known = useSyncExternalStore(subscribe, heldSite, () => given?.site ?? null);
  return known?.language === shownLanguage() ? known : null;
}

/** A page in the language that is shown, or nothing yet. */
export function useHeldPage(key: string): HeldPage | null {
  const language = shownLanguage();
  return useSyncExternalStore(
    subscribe,
    () => heldPage(language, key),
    // What was taken first: it changes only once this page of markup is taken over.
    () => (given?.site?.language === language && keyOf(given.path) === key ? heldPage(language, key) : null),
  );
}
