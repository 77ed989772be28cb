import { DEFAULT_LANGUAGE, directionOf, languageNamed } from "./languages.ts";

/** Left-to-right isolate, and pop directional isolate (UAX 9). */
const [ISOLATE, POP] = ["\u2066", "\u2069"];
/** An amount, or the place of one, with its unit or the place of that behind it. */
const AMOUNT =
  /(?:\{\w+\}|\d[\d.,]*) (?:\{(?:assetCode|base|code|codeA|codeB|quote|receive|send|unit)\}|(?:XLM|USD)(?![\w{]))/g;

/**
 * A sentence (ICU) in which an amount and its unit read as they do alone, the amount first: in one that runs from right to left the unit
 * would stand before it.
 */
export function amountsTogether(sentence: string, language: string): string {
  const isTurned = directionOf(languageNamed(language) ?? DEFAULT_LANGUAGE) === "rtl";
  return isTurned ? sentence.replaceAll(AMOUNT, `${ISOLATE}$&${POP}`) : sentence;
}
