import type { DeviceErrorCode } from "#schemas/device-errors.ts";
import type { Said, SaidFacts, ToldRefusal } from "#schemas/said.ts";
import { canSay, sentenceWords } from "./said-words.ts";

/** A refusal in the language that is shown; in the server's words where this app has none for its code. */
export function refusalWords({ code, facts, message }: ToldRefusal): string {
  return errorWords(code, facts) ?? message;
}

/** The sentence of an error's code; null where no catalogue that was fetched has one, or facts are missing that it names. */
export function errorWords(code: string, facts: SaidFacts = {}): string | null {
  const id = `error.${code}`;
  return canSay(id, facts) ? sentenceWords(id, facts) : null;
}

/** The sentence of a code that the app says itself: its words are loaded with the app. */
export function deviceSentenceOf(code: DeviceErrorCode, facts: SaidFacts = {}): string {
  return sentenceWords(`error.${code}`, facts);
}

/**
 * What an answer says by code and facts beside its English; the English where it says none, nothing that this app has words for, or not
 * all that they name.
 */
export function answerWords<Message extends string | null>(said: Said | null | undefined, message: Message) {
  return said && canSay(said.code, said.facts) ? sentenceWords(said.code, said.facts) : message;
}
