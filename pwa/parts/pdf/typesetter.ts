import { type DrawnFonts } from "./drawn-fonts.ts";
import { type Face, latinByte, latinString, latinWidth } from "./latin-text.ts";
import { num } from "./pdf-file.ts";
import { RIGHT_TO_LEFT } from "./right-to-left.ts";

export interface TextStyle {
  /** Points. */
  readonly size: number;
  readonly face?: Face;
  /** From black, 0, to white, 1. */
  readonly gray?: number;
}

export type Direction = "ltr" | "rtl";

export interface Typesetter {
  /** In points. */
  widthOf(text: string, style: TextStyle): number;
  /** What draws `text` from (x, y) on, y being its line. */
  show(text: string, x: number, y: number, style: TextStyle): string;
  /** The text cut so that it fits, with an ellipsis where it was. */
  fit(text: string, width: number, style: TextStyle): string;
  /** How many pieces of text could not be drawn, and have a question mark in their place. */
  missed(): number;
}

/** Scripts that leave no spaces between words; each sign is a piece of its own. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu;
/** Joins letters of some scripts, and is no one's trick between them. */
const JOINERS = /[\u200C\u200D]/;
const MISSING = "?";
const ELLIPSIS = "\u2026";

/** The text without anything that turns, hides or breaks it: what strangers wrote stays in its place. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(HIDDEN, (mark) => (JOINERS.test(mark) ? mark : ""))
    .normalize("NFC")
    .trim();
}

type Piece = { readonly kind: "latin"; readonly text: string } | { readonly kind: "drawn"; readonly text: string };

/** Sets texts for a page that runs this way; the letters of a run stand in their own order on either. */
export function openTypesetter(fonts: DrawnFonts, direction: Direction = "ltr"): Typesetter {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const unfound = new Set<string>();

  function pieces(text: string): Piece[] {
    if (isLatin(text)) return text === "" ? [] : [{ kind: "latin", text }];
    if (direction === "rtl" && RIGHT_TO_LEFT.test(text)) return fromTheRight(text);
    // From the first to the last sign of such a script the device sets the text: the order of its words is its business.
    const turned = RIGHT_TO_LEFT.exec(text);
    if (turned !== null) {
      const [run] = turned;
      return [...pieces(text.slice(0, turned.index)), found(run), ...pieces(text.slice(turned.index + run.length))];
    }
    const set: Piece[] = [];
    for (const token of text.split(/( )/)) {
      if (token === "") continue;
      const parts = UNSPACED.test(token) ? [...segmenter.segment(token)].map(({ segment }) => segment) : [token];
      for (const part of parts) add(set, isLatin(part) ? { kind: "latin", text: part } : found(part));
    }
    return set;
  }

  /** Word by word from the right; what runs the other way between them stands together, in its own order. */
  function fromTheRight(text: string): Piece[] {
    const runs: { text: string; readonly isTurned: boolean }[] = [];
    for (const word of text.split(" ")) {
      const isTurned = RIGHT_TO_LEFT.test(word);
      const last = runs.at(-1);
      if (last?.isTurned === false && !isTurned) last.text += ` ${word}`;
      else runs.push({ text: word, isTurned });
    }
    const set: Piece[] = [];
    for (const [at, run] of runs.toReversed().entries()) {
      if (at > 0) add(set, { kind: "latin", text: " " });
      for (const piece of run.isTurned ? [found(run.text)] : pieces(run.text)) add(set, piece);
    }
    return set;
  }

  function found(text: string): Piece {
    if (fonts.find(text) !== null) return { kind: "drawn", text };
    unfound.add(text);
    return { kind: "latin", text: MISSING };
  }

  function widthOf(text: string, { size, face = "plain" }: TextStyle): number {
    const width = pieces(plainText(text)).reduce(
      (sum, piece) =>
        sum + (piece.kind === "latin" ? latinWidth(piece.text, face) : (fonts.find(piece.text)?.width ?? 0)),
      0,
    );
    return (width * size) / 1000;
  }

  return {
    widthOf,
    show(text, x, y, { size, face = "plain", gray = 0 }) {
      const shown = pieces(plainText(text)).map((piece) => {
        if (piece.kind === "latin")
          return `/${face === "bold" ? "B" : "R"} ${num(size)} Tf ${latinString(piece.text)} Tj`;
        const drawn = fonts.find(piece.text);
        const code = (drawn?.code ?? 0).toString(16).padStart(2, "0");
        return `/D${drawn?.font ?? 0} ${num(size)} Tf <${code}> Tj`;
      });
      if (shown.length === 0) return "";
      return `BT ${num(gray)} g ${num(x)} ${num(y)} Td ${shown.join(" ")} ET\n`;
    },
    fit(text, width, style) {
      const plain = plainText(text);
      if (isLatin(plain) && latinWidth(plain, style.face ?? "plain") * style.size <= width * 1000) return plain;
      if (widthOf(plain, style) <= width) return plain;
      const signs = [...segmenter.segment(plain)].map(({ segment }) => segment);
      const cut = (count: number) => `${signs.slice(0, count).join("").trimEnd()}${ELLIPSIS}`;
      let [fits, fails] = [0, signs.length];
      while (fails - fits > 1) {
        const middle = Math.floor((fits + fails) / 2);
        if (roughWidth(signs.slice(0, middle), style) <= width) fits = middle;
        else fails = middle;
      }
      while (fits > 0 && widthOf(cut(fits), style) > width) fits -= 1;
      return cut(fits);
    },
    missed: () => unfound.size,
  };
}

/** A first guess that draws nothing: what is not Latin is as wide as it is high. */
function roughWidth(signs: readonly string[], { size, face = "plain" }: TextStyle): number {
  return (signs.reduce((sum, sign) => sum + (isLatin(sign) ? latinWidth(sign, face) : 600), 0) * size) / 1000;
}

function isLatin(text: string): boolean {
  for (const character of text) if (latinByte(character) === null) return false;
  return true;
}

/** Neighbours of the Latin kind are one. */
function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last?.kind === "latin" && piece.kind === "latin")
    pieces[pieces.length - 1] = { kind: "latin", text: last.text + piece.text };
  else pieces.push(piece);
}
