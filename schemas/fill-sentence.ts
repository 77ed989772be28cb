import { setupI18n } from "@lingui/core";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import { keepTyped } from "./keep-typed.ts";
import type { SaidFacts } from "./said.ts";
import { chosenBy, wordFacts } from "./word-facts.ts";

interface Sentence {
  readonly places: readonly string[];
  readonly chosenBy: ReadonlySet<string>;
}

/** Compiled as they are said: most of them never are. */
const english = keepTyped(setupI18n({ locale: "en", messages: { en: {} } }));
const sentences = new Map<string, Sentence>();

/** An English sentence (ICU) with its facts filled in. Where one is missing the sentence is left as it is, so that tests see it. */
export function fillSentence(sentence: string, facts: Readonly<SaidFacts>): string {
  const known = sentences.get(sentence) ?? learn(sentence);
  if (known.places.some((place) => !Object.hasOwn(facts, place))) return sentence;
  return english._(
    sentence,
    wordFacts(facts, { language: "en", time: "UTC" }, known.chosenBy, (text) => text),
  );
}

/** An English sentence as people read it who see no facts: its places by their names, of its cases the last (`other`). */
export function plainSentence(sentence: string): string {
  return plain(compileMessage(sentence));
}

/** The facts that a sentence (ICU) of whatever language names, each once. */
export function placesOf(sentence: string): string[] {
  return [...new Set(placesIn(compileMessage(sentence)))];
}

function learn(sentence: string): Sentence {
  const compiled = compileMessage(sentence);
  const learnt = { places: placesOf(sentence), chosenBy: chosenBy(compiled) };
  english.load("en", { [sentence]: compiled });
  sentences.set(sentence, learnt);
  return learnt;
}

function placesIn(message: CompiledMessage): string[] {
  return message.flatMap((token): string[] => {
    if (typeof token === "string") return [];
    const [place, , cases] = token;
    const inner = typeof cases === "object" && cases !== null ? Object.values(cases) : [];
    return [place, ...inner.flatMap((each) => (Array.isArray(each) ? placesIn(each) : []))];
  });
}

function plain(message: CompiledMessage, counted = ""): string {
  const parts = message.map((token): string => {
    if (typeof token === "string") return token === "#" ? `{${counted}}` : token;
    const [place, , cases] = token;
    const other = typeof cases === "object" && cases !== null && "other" in cases ? cases.other : null;
    return Array.isArray(other) ? plain(other, place) : `{${place}}`;
  });
  return parts.join("");
}
