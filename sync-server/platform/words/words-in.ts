import { I18n } from "@lingui/core";
import { type CompiledMessage, compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { keepTyped } from "#schemas/keep-typed.ts";
import { readSaid, type SaidFacts } from "#schemas/said.ts";
import { SENTENCES } from "#schemas/sentences.ts";
import { amountsTogether } from "#schemas/values/amounts-together.ts";
import { DEFAULT_LANGUAGE, formatTag, type Language } from "#schemas/values/languages.ts";
import { chosenBy, hasFacts, type Reader, wordFacts } from "#schemas/word-facts.ts";
import { MAIL_SENTENCES } from "./mail-sentences.ts";
import { CATALOGUES, readCatalogue } from "./read-catalogue.ts";

/** What the server words itself, for one who reads a language: mails, and what is pushed while the app is closed. */
export interface Words {
  readonly language: Language;
  /** A sentence of the tables by its id, with facts as they are stored. Throws for an id that is in none. */
  sentence(id: string, facts?: SaidFacts): string;
  /** A stored text: one that is code and facts by its sentence, any other as it is. Facts that do not fill it are told in general. */
  said(text: string): string;
}

const ENGLISH: Readonly<Record<string, string>> = { ...SENTENCES, ...MAIL_SENTENCES };
const UNKNOWN = "said.unknown";

const made = new Map<Language, Words>();

/** The words of a language; sentences that its catalogues lack are said in English. Read once and kept. */
export function wordsIn(language: Language): Words {
  const known = made.get(language);
  if (known !== undefined) return known;
  const words = makeWords(language);
  made.set(language, words);
  return words;
}

function makeWords(language: Language): Words {
  const messages = compile(language);
  const i18n = keepTyped(
    new I18n({ locale: language, locales: formatTag(language), messages: { [language]: messages } }),
  );
  const reader: Reader = { language, time: "UTC" };

  function sentence(id: string, facts: SaidFacts = {}): string {
    const message = messages[id];
    if (message === undefined) throw new Error(`there is no sentence ${id}`);
    return i18n._(id, wordFacts(facts, reader, chosenBy(message), said));
  }

  function said(text: string): string {
    const read = readSaid(text);
    if (read === null) return text;
    const isKnown = Object.hasOwn(messages, read.code) && hasFacts(messages[read.code], read.facts);
    return isKnown ? sentence(read.code, read.facts) : sentence(UNKNOWN);
  }

  return { language, sentence, said };
}

function compile(language: Language): Record<string, CompiledMessage> {
  const translated = language === DEFAULT_LANGUAGE ? [] : CATALOGUES.map((name) => readCatalogue(name, language));
  const sentences = Object.entries(ENGLISH).map(([id, english]): [string, CompiledMessage] => {
    const found = translated.map((catalogue) => catalogue.get(id)).find((each) => each !== undefined);
    return [id, compileOr(amountsTogether(found ?? english, language), english)];
  });
  return Object.fromEntries(sentences);
}

/** A translation that cannot be read must not keep a warning from anybody: tests find it, people read English. */
function compileOr(sentence: string, english: string): CompiledMessage {
  try {
    return compileMessageOrThrow(sentence);
  } catch {
    return compileMessageOrThrow(english);
  }
}
