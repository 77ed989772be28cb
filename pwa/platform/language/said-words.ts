import { i18n } from "@lingui/core";
import { readSaid, type SaidFacts } from "#schemas/said.ts";
import { chosenBy, hasFacts, type Reader, wordFacts } from "#schemas/word-facts.ts";
import { shownLanguage } from "./show-language.ts";

const UNKNOWN = "said.unknown";

/**
 * A stored text in the language that is shown: one that is code and facts by its sentence, any other as it is. Call it while something
 * is drawn, and keep what it answers nowhere.
 */
export function saidWords(text: string): string {
  const said = readSaid(text);
  if (said === null) return text;
  return canSay(said.code, said.facts) ? sentenceWords(said.code, said.facts) : sentenceWords(UNKNOWN);
}

/** Whether the catalogues that were fetched have a sentence: a newer server may say what this app has no words for. */
export function hasSentence(id: string): boolean {
  return Object.hasOwn(i18n.messages, id);
}

/** Whether a sentence is there, and all that it names. */
export function canSay(id: string, facts: SaidFacts): boolean {
  return hasSentence(id) && hasFacts(i18n.messages[id], facts);
}

/** A sentence that is shared with the server, by its id, with facts as they are stored. */
export function sentenceWords(id: string, facts: SaidFacts = {}): string {
  const [tag] = [i18n.locales ?? []].flat();
  const reader: Reader = { language: shownLanguage(), time: "own", ...(tag !== undefined && { tag }) };
  return i18n._(id, wordFacts(facts, reader, chosenBy(i18n.messages[id]), saidWords));
}
