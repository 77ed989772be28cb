import { i18n } from "@lingui/core";
import type { DeviceErrorCode } from "#schemas/device-errors.ts";
import type { Said, SaidFacts, ToldRefusal } from "#schemas/said.ts";
import { hasSentence, sentenceWords } from "./said-words.ts";

/** A refusal in the language that is shown; in the server's words where this app has none for its code. */
export function refusalWords({ code, facts, message }: ToldRefusal): string {
  return errorWords(code, facts) ?? message;
}

/** The sentence of an error's code; null where no catalogue that was fetched has one, or facts are missing that it names. */
export function errorWords(code: string, facts: SaidFacts = {}): string | null {
  const id = `error.${code}`;
  return hasSentence(id) && hasFacts(i18n.messages[id], facts) ? sentenceWords(id, facts) : null;
}

/** The sentence of a code that the app says itself: its words are loaded with the app. */
export function deviceSentenceOf(code: DeviceErrorCode, facts: SaidFacts = {}): string {
  return sentenceWords(`error.${code}`, facts);
}

/** What an answer says by code and facts beside its English; the English where it says none, or nothing that this app has words for. */
export function answerWords<Message extends string | null>(said: Said | null | undefined, message: Message) {
  return said && hasSentence(said.code) ? sentenceWords(said.code, said.facts) : message;
}

/** Whether everything is known that a compiled sentence names: one with gaps in it helps nobody. */
function hasFacts(sentence: unknown, facts: SaidFacts): boolean {
  if (!Array.isArray(sentence)) return true;
  return sentence.every((token: unknown) => {
    if (!Array.isArray(token)) return true;
    const [place, , cases]: unknown[] = token;
    const inner = typeof cases === "object" && cases !== null ? Object.values(cases) : [];
    return Object.hasOwn(facts, String(place)) && inner.every((each) => hasFacts(each, facts));
  });
}
