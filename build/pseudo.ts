import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

/** By how much a sentence is longer, spaces and marks counted. */
const LONGER_BY = 0.4;
const PLAIN = "abcdefghijklmnopqrstuwyz";
const ACCENTED = "àƀćďēƒĝĥĩĵķĺḿńōƥǫŕśţũŵŷź";
/** What stands for an element of the page; its name is no word. */
const TAG = /(<\/?\w+\/?>)/;

/**
 * An English sentence in a language that nobody speaks, compiled: every letter with an accent, and every few of them twice. Spaces
 * around it would make nothing longer, since a page draws none of them, and nothing breaks within a word, as in long ones of others.
 */
export function compilePseudo(sentence: string): unknown {
  return compileMessageOrThrow(sentence, (text) =>
    text
      .split(TAG)
      .map((part) => (TAG.test(part) ? part : lengthen(part)))
      .join(""),
  );
}

function lengthen(text: string): string {
  // Rounded up from the half on, so that a word of two letters is longer, too.
  let owed = 0.5;
  let longer = "";
  for (const character of text) {
    const accented = accent(character);
    longer += accented;
    owed += LONGER_BY;
    if (owed < 1 || accented === character) continue;
    longer += accented.toLowerCase();
    owed -= 1;
  }
  return longer;
}

function accent(character: string): string {
  const small = ACCENTED[PLAIN.indexOf(character.toLowerCase())];
  if (small === undefined) return character;
  return character === character.toLowerCase() ? small : small.toUpperCase();
}
