import { i18n, type Messages } from "@lingui/core";
import { useSyncExternalStore } from "react";
import * as v from "valibot";
import { whenIdle } from "#pwa/platform/device/idle.ts";
import { whenNothingIsTyped } from "#pwa/platform/device/typing.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { readStored, writeStored } from "#pwa/platform/device/storage.ts";
import { keepTyped } from "#schemas/keep-typed.ts";
import { DEFAULT_LANGUAGE, directionOf, formatTag, Language, languageAmong } from "#schemas/values/languages.ts";
import { LANGUAGE_KEY, languageAtStart } from "./read-language.ts";
import { areKept, fetchSentences, keepSentences, type KeptTexts, keptLanguage, readKept } from "./sentence-files.ts";

/** Stored as this device's language it shows English longer by two fifths, with accents. It is offered nowhere. */
const PSEUDO = "pseudo";
const KEPT_AT_LAST_MS = 10_000;

/** What a change of language brings along, by the names of what was fetched with it; `start` is what everybody has. */
const names = new Set<string>(["start"]);
let wantedLast: Language = DEFAULT_LANGUAGE;

// English until another one is there: what is worded before that has its own text beside it, or is not shown.
keepTyped(i18n).activate(DEFAULT_LANGUAGE);

/** The language that is shown. */
export function shownLanguage(): Language {
  return v.is(Language, i18n.locale) ? i18n.locale : DEFAULT_LANGUAGE;
}

/** The language that is shown, for a component that has to be drawn anew with it. */
export function useLanguage(): Language {
  return useSyncExternalStore((onChange) => i18n.on("change", onChange), shownLanguage, shownLanguage);
}

/** The language that was chosen on this device, or null. */
export function chosenLanguage(): Language | null {
  const stored = readStored(LANGUAGE_KEY);
  return v.is(Language, stored) ? stored : null;
}

/**
 * Shows the language that this page begins in; where its sentences can neither be fetched nor are kept the one that this device keeps, or
 * English.
 */
export async function beginLanguage(): Promise<void> {
  const path = location.pathname;
  const first = languageAtStart({ path, stored: readStored(LANGUAGE_KEY), tags: navigator.languages });
  try {
    await showLanguage(first);
  } catch (error) {
    const instead = (await keptLanguage().catch(() => null)) ?? DEFAULT_LANGUAGE;
    if (first === instead) throw error;
    await showLanguage(instead);
  }
}

/**
 * Shows a language from now on, and everywhere at once. Rejects, and leaves the former one, where its sentences can neither be
 * fetched nor are kept. Of two that are asked for at once the later one is shown.
 */
export async function showLanguage(wanted: Language): Promise<void> {
  wantedLast = wanted;
  const messages = await readAll(wanted);
  if (wantedLast !== wanted) return;
  const { documentElement: root } = document;
  // Even set to what they are, the whole page is styled anew.
  if (root.lang !== wanted) root.lang = wanted;
  if (root.dir !== directionOf(wanted)) root.dir = directionOf(wanted);
  // English is written as it always was, wherever its reader lives.
  const locales = wanted === DEFAULT_LANGUAGE ? wanted : formatTag(wanted, navigator.languages);
  i18n.loadAndActivate({ locale: wanted, locales, messages });
  void keepInTime(wanted);
}

/** The same, and kept on this device. */
async function takeLanguage(wanted: Language): Promise<void> {
  await showLanguage(wanted);
  if (wantedLast === wanted) writeStored(LANGUAGE_KEY, wanted);
}

/** The same for a choice that was made on another device, once nothing is typed on this one: screens are drawn anew with it. */
export async function followLanguage(wanted: Language): Promise<void> {
  await whenNothingIsTyped();
  await takeLanguage(wanted);
}

/** Shows what is chosen in another tab of this device, from now on, once nothing is typed in this one. */
export function followOtherTabs(): void {
  const take = async () => {
    await whenNothingIsTyped();
    const chosen = chosenLanguage();
    if (chosen !== null && chosen !== wantedLast) await showLanguage(chosen);
  };
  const follow = ({ key }: StorageEvent) => {
    if (key !== LANGUAGE_KEY) return;
    take().catch((error: unknown) => logProblem("The language of another tab could not be shown", error));
  };
  addEventListener("storage", follow);
}

let wasChosen = false;

/** Whether somebody chose a language on this device since the page began. */
export function isChosenNow(): boolean {
  return wasChosen;
}

/** Keeps a choice on this device, and shows it; rejects as {@link showLanguage} does, with nothing kept. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  await takeLanguage(wanted);
  wasChosen = true;
}

/**
 * What `load` fetches, together with its sentences; rejects where either cannot be had. The name is that of the one module that
 * `load` imports, its path below `pwa/` without its ending: the build writes its sentences in a file of that name.
 */
export async function withSentences<Loaded>(name: string, load: () => Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([load(), addSentences(name)]);
  return loaded;
}

/** What is being fetched by now. */
const adding = new Map<string, Promise<void>>();

async function addSentences(name: string): Promise<void> {
  if (names.has(name)) return;
  const added = adding.get(name) ?? add(name).finally(() => adding.delete(name));
  adding.set(name, added);
  return added;
}

async function add(name: string): Promise<void> {
  const asked = shownLanguage();
  const messages = await readSentences(asked, name);
  // Chosen anew meanwhile: what is shown then has to be had in that language.
  if (asked !== shownLanguage()) return add(name);
  names.add(name);
  i18n.load(asked, messages);
}

/** All that is shown by now; read once more where something was added meanwhile. */
async function readAll(wanted: Language): Promise<Messages> {
  const asked = [...names];
  const found = await Promise.all(asked.map((name) => readSentences(wanted, name)));
  return asked.length === names.size ? Object.assign({}, ...found) : readAll(wanted);
}

/** The last language of which all sentences were looked for on this device, and what was there. */
let kept: { readonly language: string; readonly texts: Promise<KeptTexts | null> } | null = null;

async function readSentences(wanted: Language, name: string): Promise<Messages> {
  const language = wanted === DEFAULT_LANGUAGE && readStored(LANGUAGE_KEY) === PSEUDO ? PSEUDO : wanted;
  if (kept?.language !== language) kept = { language, texts: readKept(language) };
  const text = areKept(name) ? (await kept.texts)?.[name] : undefined;
  return text === undefined ? fetchSentences(name, language) : JSON.parse(text);
}

/** Once nothing else is to be done: the next start may have no connection. */
async function keepInTime(language: Language): Promise<void> {
  await whenIdle(KEPT_AT_LAST_MS);
  try {
    if (language !== wantedLast || !(await isToBeKept(language))) return;
    await keepSentences(language);
    // What is asked for from now on is there; where it was before it is not read again.
    if (kept?.language === language && (await kept.texts) === null) kept = null;
  } catch (error) {
    // Without it the language comes over the network.
    logProblem("The sentences could not be kept", error);
  }
}

/** The address of one page takes nothing of the language that this device is read in; where none is kept it is better than none. */
async function isToBeKept(language: Language): Promise<boolean> {
  const own = chosenLanguage() ?? languageAmong(navigator.languages);
  return language === own || (await keptLanguage()) === null;
}
