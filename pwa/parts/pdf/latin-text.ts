/** The two faces that every reader of PDF has by itself. */
export type Face = "plain" | "bold";

const FIRST = 0x20;
/** What Windows-1252 has between 0x80 and 0x9F, in order; a space where it has nothing. */
const HIGH =
  "\u20AC \u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152 \u017D  \u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153 \u017E\u0178";
const HIGH_START = 0x80;
/** Advances in thousandths of the size, from the space on, in the order of Windows-1252 (Adobe's metrics of the faces). */
const PLAIN =
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 " +
  "278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 " +
  "667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 " +
  "556 333 500 278 556 500 722 500 500 500 334 260 334 584 350 556 350 222 556 333 1000 556 556 333 1000 667 " +
  "333 1000 350 611 350 350 222 222 333 333 350 556 1000 333 1000 500 333 944 350 500 667 278 333 556 556 556 " +
  "556 260 556 333 737 370 556 584 333 737 333 400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611 " +
  "667 667 667 667 667 667 1000 722 667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 " +
  "722 722 667 667 611 556 556 556 556 556 556 889 500 556 556 556 556 278 278 278 278 556 556 556 556 556 556 " +
  "556 584 611 556 556 556 556 500 556 500";
const BOLD =
  "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 " +
  "333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 " +
  "667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 " +
  "611 389 556 333 611 556 778 556 556 500 389 280 389 584 350 556 350 278 556 500 1000 556 556 333 1000 667 " +
  "333 1000 350 611 350 350 278 278 500 500 350 556 1000 333 1000 556 333 944 350 500 667 278 333 556 556 556 " +
  "556 280 556 333 737 370 556 584 333 737 333 400 584 333 333 333 611 556 278 333 333 365 556 834 834 834 611 " +
  "722 722 722 722 722 722 1000 722 667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 " +
  "722 722 667 667 611 556 556 556 556 556 556 889 556 556 556 556 556 278 278 278 278 611 611 611 611 611 611 " +
  "611 584 611 611 611 611 611 556 611 556";

const ADVANCES: Readonly<Record<Face, readonly number[]>> = {
  plain: PLAIN.split(" ").map(Number),
  bold: BOLD.split(" ").map(Number),
};

/** The byte of a character in Windows-1252 as PDF readers take it; null for any other. */
export function latinByte(character: string): number | null {
  const code = character.codePointAt(0) ?? 0;
  if ((code >= FIRST && code < 0x7f) || (code > 0xa0 && code <= 0xff && code !== 0xad)) return code;
  const high = character === " " ? -1 : HIGH.indexOf(character);
  return high < 0 ? null : HIGH_START + high;
}

/** The width of a text of such characters, in thousandths of its size. */
export function latinWidth(text: string, face: Face): number {
  const advances = ADVANCES[face];
  let width = 0;
  for (const character of text) width += advances[(latinByte(character) ?? FIRST) - FIRST] ?? 0;
  return width;
}

/** The text as a string of PDF, in hex. */
export function latinString(text: string): string {
  let hex = "";
  for (const character of text) hex += (latinByte(character) ?? FIRST).toString(16).padStart(2, "0");
  return `<${hex}>`;
}
