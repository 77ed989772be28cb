import type { CompareText, TextOrder } from "./collation-order.ts";

/** Above every other character at the first level, by the Unicode collation algorithm's own rule. */
const HIGHEST = "\uffff";
/** Ignored by itself, but letters around it are never taken together. */
const JOINER_BLOCKER = "\u034f";
const MAX_STEPS = 64;
const FIRST_TOKEN = 2;

type Alphabet = { readonly letters: readonly string[]; readonly ranks: ReadonlyMap<string, number> | undefined };

/**
 * Makes keys whose order never contradicts the collation's: texts in order have keys in order, though several texts may
 * share one (those that differ by case or accent, and all beyond the alphabet between the same two letters).
 *
 * A key is the place of the text among all words over a fixed alphabet, found by comparing the text with such words. That
 * holds whatever the collation does with expansions, contractions or digits, because nothing but its own comparison is asked.
 */
export function coarseKeys(order: TextOrder, numeric: boolean): (text: string) => string {
  const compare = order.comparePrimary;
  const alphabet = makeAlphabet(compare, numeric);
  return (text) => knownWord(text, alphabet, compare) ?? search(text, alphabet.letters, compare);
}

/** The letters that differ at the first level, in order; with ranks when no two of them are ever taken together. */
function makeAlphabet(compare: CompareText, numeric: boolean): Alphabet {
  const letters: string[] = [];
  for (const letter of [...candidates()].toSorted(compare)) {
    if (compare(letter, "") === 0) continue;
    const last = letters.at(-1);
    if (last === undefined || compare(last, letter) !== 0) letters.push(letter);
  }
  const isPlain = letters.every((one) =>
    letters.every((other) => compare(one + other, one + JOINER_BLOCKER + other) === 0),
  );
  if (!isPlain) return { letters, ranks: undefined };
  const ranked = letters.map((letter, rank): [string, number] => [letter, rank]);
  return { letters, ranks: new Map(numeric ? ranked.filter(([letter]) => !/\d/.test(letter)) : ranked) };
}

function* candidates(): Generator<string> {
  yield* " _-,;:!?.'\"()[]{}@*/\\&#%+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz";
  yield* between("α", "ω");
  yield* between("а", "я");
  yield* between("א", "ת");
  yield* between("ا", "ي");
  yield* between("ぁ", "ん");
}

function* between(first: string, last: string): Generator<string> {
  const end = last.codePointAt(0) ?? 0;
  for (let code = first.codePointAt(0) ?? 0; code <= end; code += 1) {
    const letter = String.fromCodePoint(code);
    if (/\p{L}/u.test(letter)) yield letter;
  }
}

/** The key of a text that is a word over the alphabet once accents and case are off; a comparison makes sure of it. */
function knownWord(text: string, alphabet: Alphabet, compare: CompareText): string | undefined {
  const { ranks } = alphabet;
  if (ranks === undefined) return undefined;
  let word = "";
  let key = "";
  for (const letter of text.normalize("NFKD").toLowerCase()) {
    const rank = ranks.get(letter);
    if (rank === undefined) {
      if (/\p{M}/u.test(letter)) continue;
      return undefined;
    }
    word += letter;
    if (key.length < MAX_STEPS) key += token(2 * rank + 1);
  }
  return compare(text, word) === 0 ? key : undefined;
}

function search(text: string, letters: readonly string[], compare: CompareText): string {
  let word = "";
  let key = "";
  while (key.length < MAX_STEPS) {
    const rank = lastNotAbove(text, word, letters, compare);
    const letter = letters[rank];
    if (letter === undefined) break;
    word += letter;
    const isBelow = compare(text, word + HIGHEST) < 0;
    key += token(2 * rank + (isBelow ? 1 : 2));
    if (!isBelow) break;
  }
  return key;
}

function lastNotAbove(text: string, word: string, letters: readonly string[], compare: CompareText): number {
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(word + (letters[middle] ?? ""), text) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function token(value: number): string {
  return String.fromCharCode(FIRST_TOKEN + value);
}

/** Below every token, so that a shorter key stays below those it begins. */
const LABEL_MARK = "\u0001";

type Place = { readonly text: string; readonly label: string };

/**
 * Makes keys that order exactly as the collation does, and are equal exactly where it finds texts equal. They hold
 * among the texts one and the same folder was given, and nowhere else.
 */
export function exactKeys(coarse: (text: string) => string, compare: CompareText): (text: string) => string {
  const known = new Map<string, string>();
  const buckets = new Map<string, Place[]>();
  return (text) => {
    const old = known.get(text);
    if (old !== undefined) return old;
    const start = coarse(text);
    let bucket = buckets.get(start);
    if (bucket === undefined) {
      bucket = [];
      buckets.set(start, bucket);
    }
    const key = start + LABEL_MARK + placeIn(bucket, text, compare);
    known.set(text, key);
    return key;
  };
}

function placeIn(bucket: Place[], text: string, compare: CompareText): string {
  let low = 0;
  let high = bucket.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const place = bucket[middle];
    const order = place === undefined ? 1 : compare(place.text, text);
    if (order === 0 && place !== undefined) return place.label;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  const label = labelBetween(bucket[low - 1]?.label ?? "", bucket[low]?.label);
  bucket.splice(low, 0, { text, label });
  return label;
}

const DIGITS = 50_000;
const STRIDE = 256;

/** A label strictly between two; `high` undefined is the end. No label ends with the lowest digit, so there is always room. */
export function labelBetween(low: string, high: string | undefined): string {
  let out = "";
  let isOpen = high === undefined;
  for (let index = 0; ; index += 1) {
    const from = index < low.length ? low.charCodeAt(index) - FIRST_TOKEN : 0;
    const to = isOpen ? DIGITS : (high ?? "").charCodeAt(index) - FIRST_TOKEN;
    if (to - from > 1) return out + token(from + (isOpen ? Math.min(STRIDE, (to - from) >> 1) : (to - from) >> 1));
    out += token(from);
    if (to > from) isOpen = true;
  }
}
