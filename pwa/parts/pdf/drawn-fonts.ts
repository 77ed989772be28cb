import { RIGHT_TO_LEFT } from "./right-to-left.ts";
import { num, type PdfFile, utf16Hex, latin1 } from "./pdf-file.ts";

/** A piece of text as dots, drawn with a size of `EM_PIXELS`; `left` and `top` say where its box is from its origin. */
export interface DrawnText {
  readonly advance: number;
  readonly left: number;
  /** How far the box rises above the line of the text. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** One bit a dot, rows from the top, each padded to whole bytes; 1 is ink. */
  readonly dots: Uint8Array<ArrayBuffer>;
}

/** Draws a text with the device's own fonts; null where that is not possible. */
export type DrawText = (text: string, direction?: "ltr" | "rtl") => DrawnText | null;

/** Dots to the size of the letters: 576 to the inch for letters of 8 points. */
export const EM_PIXELS = 64;
/** What all drawings together may take: far above any history's words, yet no history can fill the memory. */
const MOST_BYTES = 24 * 1024 * 1024;
const CODES = 255;

interface Drawn {
  readonly font: number;
  readonly code: number;
  /** In thousandths of the size. */
  readonly width: number;
}

interface Glyph extends Drawn {
  readonly text: string;
  readonly procedure: number;
  readonly image: number;
}

export interface DrawnFonts {
  /** The drawing of a text, the same one for the same text; null where there is none. */
  find(text: string): Drawn | null;
  /** Writes what was drawn since; to be called often enough. */
  flush(file: PdfFile): Promise<void>;
  /** Writes the fonts; answers with their entries for the resources of a page. */
  finish(file: PdfFile): Promise<string>;
}

/**
 * Fonts whose letters are whole pieces of text, drawn by the device: scripts of any kind look as they do on its screen, and
 * whoever searches or copies gets the text itself.
 */
export function openDrawnFonts(draw: DrawText): DrawnFonts {
  const known = new Map<string, Drawn | null>();
  const glyphs: Glyph[] = [];
  let waiting: { readonly drawn: Drawn; readonly text: string; readonly picture: DrawnText }[] = [];
  let bytes = 0;

  function find(text: string): Drawn | null {
    const former = known.get(text);
    if (former !== undefined) return former;
    const picture = bytes < MOST_BYTES ? draw(text) : null;
    if (picture === null) {
      if (bytes < MOST_BYTES) known.set(text, null);
      return null;
    }
    const count = glyphs.length + waiting.length;
    const width = Math.round((picture.advance * 1000) / EM_PIXELS);
    const drawn = { font: Math.floor(count / CODES), code: (count % CODES) + 1, width };
    bytes += picture.dots.length + 2 * text.length;
    known.set(text, drawn);
    waiting.push({ drawn, text, picture });
    return drawn;
  }

  async function flush(file: PdfFile): Promise<void> {
    const batch = waiting;
    waiting = [];
    for (const { drawn, text, picture } of batch) {
      const { left, top, width, height, dots } = picture;
      const scale = 1000 / EM_PIXELS;
      const image = await file.add(
        `<</Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ImageMask true /Decode [1 0]>>`,
        dots,
      );
      const [x, y] = [left * scale, (top - height) * scale];
      const [right, upper] = [(left + width) * scale, top * scale];
      const box = [x, y, right, upper].map(num).join(" ");
      const placed = `q ${num(width * scale)} 0 0 ${num(height * scale)} ${num(x)} ${num(y)} cm /G${drawn.code} Do Q`;
      const procedure = await file.add("<<>>", latin1(`${drawn.width} 0 ${box} d1 ${placed}`));
      glyphs.push({ ...drawn, text, procedure, image });
    }
  }

  async function finish(file: PdfFile): Promise<string> {
    await flush(file);
    const fonts: string[] = [];
    for (let from = 0; from < glyphs.length; from += CODES) {
      const number = await writeFont(file, glyphs.slice(from, from + CODES));
      fonts.push(`/D${fonts.length} ${number} 0 R`);
    }
    return fonts.join(" ");
  }

  return { find, flush, finish };
}

async function writeFont(file: PdfFile, glyphs: readonly Glyph[]): Promise<number> {
  const named = (write: (glyph: Glyph) => string) => glyphs.map(write).join(" ");
  const meaning = await file.add("<<>>", latin1(meaningOf(glyphs)));
  return file.add(
    `<</Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0.001 0 0 0.001 0 0] ` +
      `/CharProcs <<${named(({ code, procedure }) => `/G${code} ${procedure} 0 R`)}>> ` +
      `/Encoding <</Type /Encoding /Differences [1 ${named(({ code }) => `/G${code}`)}]>> ` +
      `/FirstChar 1 /LastChar ${glyphs.length} /Widths [${named(({ width }) => String(width))}] ` +
      `/Resources <</XObject <<${named(({ code, image }) => `/G${code} ${image} 0 R`)}>>>> /ToUnicode ${meaning} 0 R>>`,
  );
}

/** Which text each code of a font stands for (a ToUnicode CMap). */
function meaningOf(glyphs: readonly Glyph[]): string {
  const lines = glyphs.map(
    ({ code, text }) => `<${code.toString(16).padStart(2, "0")}> <${utf16Hex(inVisualOrder(text))}>`,
  );
  const blocks: string[] = [];
  // A block has a hundred entries at most.
  for (let from = 0; from < lines.length; from += 100) {
    const block = lines.slice(from, from + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def",
    "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
    "1 begincodespacerange <00> <FF> endcodespacerange",
    ...blocks,
    "endcmap CMapName currentdict /CMap defineresource pop end end",
  ].join("\n");
}

/**
 * Readers take the letters of a page from left to right, and turn those of scripts that run the other way back: they are
 * given them as they stand, words of other scripts and numbers among them in their own order.
 */
function inVisualOrder(text: string): string {
  if (!RIGHT_TO_LEFT.test(text)) return text;
  const signs = [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].map(
    ({ segment }) => segment,
  );
  return signs
    .toReversed()
    .join("")
    .replaceAll(/[\p{N}\p{Script=Latin}]+(?:[ .,:/-]+[\p{N}\p{Script=Latin}]+)*/gu, (run) =>
      [...run].toReversed().join(""),
    );
}
