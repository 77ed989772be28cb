/** As most people type it: small, and without accents, which files of other apps write as characters of their own. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\p{M}\u2066\u2068\u2069]/gu, "")
    .toLowerCase();
}

/** The words of what was typed, folded. */
export function typedWords(text: string): readonly string[] {
  return foldText(text).split(/\s+/).filter(Boolean);
}

/** Whether texts have, together, each of the words that were typed. */
export function hasWords(texts: readonly (string | number | null | undefined)[], typed: string): boolean {
  const text = foldText(texts.map((each) => each ?? "").join("\n"));
  return typedWords(typed).every((word) => text.includes(word));
}
