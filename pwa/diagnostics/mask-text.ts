/** What stands in place of a character that is not to be seen. */
const BLANK = "•";

/** What is private wherever it stands: addresses and keys, hashes, mail addresses, names of the federation, amounts. */
const PRIVATE: readonly RegExp[] = [
  // Stellar addresses and keys, whole or shortened in the middle.
  /\b[A-Z2-7]{3,}(?:…|\.{3})[A-Z2-7]{3,}/g,
  /\b[GMCBTXPS][A-Z2-7]{20,}\b/g,
  /\b[0-9a-f]{12,}\b/gi,
  /[^\s@,;:<>()]+@[^\s@,;:<>()]+/g,
  /[^\s*,;:<>()]+\*[^\s*,;:<>()]+/g,
  // Amounts: with a currency or an asset beside them, with decimals or groups, or of three figures and more.
  /[$€£]\s?\d[\d.,\u{A0}\u{202F}٬٫]*/gu,
  /\d[\d.,\u{A0}\u{202F}٬٫]*(?=\s?(?:[%٪$€£]|(?![AP]M\b)[A-Za-z0-9]*[A-Z]))/gu,
  /\d+(?:[.,\u{A0}\u{202F}٬٫]\d+)+/gu,
  // Not the year of a date.
  /(?<!\d)(?<!\b[A-Z][a-z]{2} \d{1,2}, )\d{3,}/g,
];

/** The text with everything in it replaced that tells of money or of who somebody is. Replaced, not covered. */
export function maskText(text: string, names: RegExp | null = null): string {
  const patterns = names === null ? PRIVATE : [names, ...PRIVATE];
  return patterns.reduce((masked, pattern) => masked.replaceAll(pattern, maskAll), text);
}

/** What finds the names of people wherever they stand as words of their own; null where there are none. */
export function patternOf(names: readonly string[]): RegExp | null {
  const parts = [...new Set(names.map((name) => name.trim()).filter((name) => name !== ""))]
    // The longer first: "Ana Maria" is not left half told by "Ana".
    .sort((left, right) => right.length - left.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return parts.length === 0
    ? null
    : new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${parts.join("|")})(?![\p{L}\p{N}])`, "giu");
}

/** The text with every character replaced but its spaces. */
export function maskAll(text: string): string {
  return text.replaceAll(/\S/gu, BLANK);
}
