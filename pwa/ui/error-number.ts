import * as v from "valibot";
import { ErrorId } from "#schemas/logs.ts";

/**
 * The number of an error that a sentence names, as the server gives one to what failed on its side; null where it names none.
 * What is all digits is left alone: it could be an amount.
 */
export function errorNumberIn(sentence: string): string | null {
  const words = sentence.match(/[0-9a-z]+/gi) ?? [];
  return words.find((word) => v.is(ErrorId, word) && /[a-f]/.test(word)) ?? null;
}
