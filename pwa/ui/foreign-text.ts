import { hasHiddenMarks } from "#schemas/values/memo.ts";

/** A piece of a text that strangers wrote; a mark is told by its number, such as "U+202E". */
export interface ForeignPart {
  readonly kind: "text" | "mark";
  readonly text: string;
}

/** Drawn as nothing. What joins letters or chooses their looks is the business of scripts and of emoji. */
const IGNORED =
  /[\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u3164\uFFA0\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E00FF}]/u;

/**
 * Cuts a text at what turns or hides its letters, so that each such mark can be shown for what it is. In a sentence of ours (`isOurs`)
 * what {@link inSentence} and the catalogues set their words apart by is none.
 */
export function foreignParts(text: string, isOurs = false): readonly ForeignPart[] {
  if (!isDisguised(text)) return text === "" ? [] : [{ kind: "text", text }];
  const parts: ForeignPart[] = [];
  let run = "";
  for (const letter of text) {
    if (!isDisguised(letter) || (isOurs && SET_APART.has(letter))) {
      run += letter;
      continue;
    }
    if (run !== "") parts.push({ kind: "text", text: run });
    run = "";
    parts.push({ kind: "mark", text: numberOf(letter) });
  }
  if (run !== "") parts.push({ kind: "text", text: run });
  return parts;
}

/** Whose letters run from right to left, or turn what stands beside them. */
const TURNED =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name that people gave, or a memo, for the middle of a sentence: set apart where its letters would turn a number or a word beside it,
 * and without marks of its own that would end that. For plain text alone; where there are elements use `<bdi>` or MemoText.
 */
export function inSentence<Text extends string | null>(text: Text): Text | string {
  if (text === null) return text;
  return TURNED.test(text) ? `\u2068${text.replaceAll(TURNING, "")}\u2069` : text;
}

const SET_APART: ReadonlySet<string> = new Set(["\u2066", "\u2068", "\u2069"]);

/** A text of ours without what {@link inSentence} put into it, for files that programs read. */
export function withoutSetApart(text: string): string {
  return text.replaceAll(/[\u2066\u2068\u2069]/g, "");
}

/** The letters of a text as a person takes them: without hidden marks, and with look-alikes of one form as that form. */
export function plainLetters(text: string): string {
  const letters = [...text].filter((letter) => !isDisguised(letter)).join("");
  return letters.normalize("NFKC").replaceAll(/[\u3002\uFF61]/g, ".");
}

/** Whether a text holds marks that turn or hide some of it. */
export function isDisguised(text: string): boolean {
  return hasHiddenMarks(text) || IGNORED.test(text);
}

function numberOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
