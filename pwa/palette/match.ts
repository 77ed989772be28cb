import { foldText } from "#pwa/parts/search/fold-text.ts";

/** What something is found by, folded once. */
export interface Traits {
  /** What it is called. */
  readonly title: string;
  /** Other words that may be typed for it. */
  readonly also: string;
  /** Addresses and hashes: found by how they begin or end, or by a long part. */
  readonly codes: readonly string[];
}

/** Something that can be found. */
export interface Findable<T> {
  readonly thing: T;
  readonly traits: Traits;
}

export interface Hit<T> {
  readonly thing: T;
  readonly score: number;
}

/** A part within a word is looked for from so many letters on: fewer are in everything. */
const INSIDE_LETTERS = 3;
const CODE_END_LETTERS = 4;
const CODE_INSIDE_LETTERS = 6;
const LETTER = /[\p{L}\p{N}]/u;
/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export function traitsOf(title: string, also = "", codes: readonly string[] = []): Traits {
  return { title: foldText(title), also: foldText(also), codes: codes.filter(Boolean).map(foldText) };
}

/** How well something fits the folded words that were typed; null where one of them is nowhere in it. */
export function scoreOf(traits: Traits, words: readonly string[]): number | null {
  let sum = traits.title === words.join(" ") ? 10 : 0;
  for (const word of words) {
    const score = scoreWord(traits, word);
    if (score === null) return null;
    sum += score;
  }
  return sum;
}

/** The best so many of what fits, the best first; what fits as well keeps its order. */
export function findBest<T>(
  findables: readonly Findable<T>[],
  words: readonly string[],
  most: number,
): readonly Hit<T>[] {
  const hits = findables.flatMap(({ thing, traits }) => {
    const score = scoreOf(traits, words);
    return score === null ? [] : [{ thing, score }];
  });
  return hits.sort((left, right) => right.score - left.score).slice(0, most);
}

function scoreWord({ title, also, codes }: Traits, word: string): number | null {
  if (title.startsWith(word)) return 5;
  if (beginsWord(title, word)) return 4;
  if (beginsWord(also, word)) return 2;
  const mayBeInside = word.length >= INSIDE_LETTERS || UNSPACED.test(word);
  if (mayBeInside && title.includes(word)) return 2;
  if (codes.some((code) => fitsCode(code, word))) return 2;
  return mayBeInside && also.includes(word) ? 1 : null;
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (at === 0 || !LETTER.test(text.charAt(at - 1))) return true;
  return false;
}

function fitsCode(code: string, word: string): boolean {
  if (word.length < CODE_END_LETTERS) return false;
  return code.startsWith(word) || code.endsWith(word) || (word.length >= CODE_INSIDE_LETTERS && code.includes(word));
}
