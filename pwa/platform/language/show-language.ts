import { i18n, type Messages } from "@lingui/core";
import { useSyncExternalStore } from "react";
import * as v from "valibot";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";
import { DEFAULT_LANGUAGE, directionOf, Language } from "#schemas/values/languages.ts";
import { LANGUAGE_KEY, languageAtStart } from "./read-language.ts";

/**
 * Sentences that are loaded together, since what shows them is; each is a catalogue below `pwa/locales/<language>/`, but for `said`, which is
 * shared with the server.
 */
export type Part = "public" | "pages" | "app" | "trading" | "said";

const FILES = import.meta.glob<{ readonly messages: Messages }>([
  "../../locales/*/*.po",
  "../../../schemas/locales/*/said.po",
]);

/** What a change of language brings along. */
const parts = new Set<Part>(["public"]);
let wantedLast: Language = DEFAULT_LANGUAGE;

// English until another one is there: what is worded before that has its own text beside it, or is not shown.
i18n.activate(DEFAULT_LANGUAGE);

/** The language that is shown. */
export function shownLanguage(): Language {
  return v.is(Language, i18n.locale) ? i18n.locale : DEFAULT_LANGUAGE;
}

/** The language that is shown, for a component that has to be drawn anew with it. */
export function useLanguage(): Language {
  return useSyncExternalStore((onChange) => i18n.on("change", onChange), shownLanguage, shownLanguage);
}

/** Shows the language that this page begins in; English where its sentences can neither be fetched nor are kept. */
export async function beginLanguage(): Promise<void> {
  const path = location.pathname;
  const first = languageAtStart({ path, stored: readStored(LANGUAGE_KEY), tags: navigator.languages });
  try {
    await showLanguage(first);
  } catch (error) {
    if (first === DEFAULT_LANGUAGE) throw error;
    await showLanguage(DEFAULT_LANGUAGE);
  }
}

/**
 * Shows a language from now on, and everywhere at once. Rejects, and leaves the former one, where its sentences can neither be
 * fetched nor are kept. Of two that are asked for at once the later one is shown.
 */
export async function showLanguage(wanted: Language): Promise<void> {
  await wordIn(wanted);
  if (wantedLast !== wanted) return;
  const { documentElement: root } = document;
  root.lang = wanted;
  root.dir = directionOf(wanted);
}

/** As {@link showLanguage}, for what is drawn where there is no page. */
export async function wordIn(wanted: Language): Promise<void> {
  wantedLast = wanted;
  const messages = await fetchParts(wanted);
  if (wantedLast === wanted) i18n.loadAndActivate({ locale: wanted, messages });
}

/** Keeps a choice on this device, and shows it; rejects as {@link showLanguage} does, with nothing kept. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  await showLanguage(wanted);
  writeStored(LANGUAGE_KEY, wanted);
}

/** What `load` fetches, together with the sentences of its part; rejects where either cannot be had. */
export async function withSentences<Loaded>(part: Part, load: () => Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([load(), addPart(part)]);
  return loaded;
}

async function addPart(part: Part): Promise<void> {
  if (parts.has(part)) return;
  const asked = shownLanguage();
  const messages = await fetchPart(asked, part);
  // Chosen anew meanwhile: what is shown then has to be had in that language.
  if (asked !== shownLanguage()) return addPart(part);
  parts.add(part);
  i18n.load(asked, messages);
}

/** All that is shown by now; read once more where a part was added meanwhile. */
async function fetchParts(wanted: Language): Promise<Messages> {
  const asked = [...parts];
  const found = await Promise.all(asked.map((part) => fetchPart(wanted, part)));
  return asked.length === parts.size ? Object.assign({}, ...found) : fetchParts(wanted);
}

async function fetchPart(wanted: Language, part: Part): Promise<Messages> {
  const load =
    FILES[part === "said" ? `../../../schemas/locales/${wanted}/said.po` : `../../locales/${wanted}/${part}.po`];
  if (load === undefined) throw new Error(`There are no sentences of ${part} in ${wanted}.`);
  return (await load()).messages;
}
