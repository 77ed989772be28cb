import { createRequire } from "node:module";
import sharp from "sharp";
import { directionOf, type Language } from "#schemas/values/languages.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 96;
const GROUND = "#0b0f19";
const BRASS = "#d9b45b";
/** Letters per line at most, roughly, in either of two sizes. */
const LONG = 46;

/** A bare compass: what stands above the words, drawn and not written, so that it needs no font. */
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${GROUND}"/>
<rect x="0" y="${HEIGHT - 10}" width="${WIDTH}" height="10" fill="${BRASS}"/>
<g transform="translate(EDGE 84)" fill="none" stroke="${BRASS}" stroke-width="5">
<circle cx="36" cy="36" r="33"/><circle cx="36" cy="36" r="20"/><path d="M36 3v66M3 36h66"/><path d="M18 54 54 18" stroke-width="7"/></g></svg>`;

const { resolve } = createRequire(import.meta.url);
/** The fonts that titles are drawn in, which come along: what a machine has of its own draws differently, or no Arabic at all. */
const FONTS = {
  Inter: resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
  "Noto Sans Arabic": resolve("@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf"),
};
/** In this order for each letter that the former has none of. */
const FAMILIES: readonly (keyof typeof FONTS)[] = ["Inter", "Noto Sans Arabic"];

let known: Promise<unknown> | null = null;

/** Makes all fonts known to this process: a text is drawn with one file, and with whatever was known before. */
function learnFonts(): Promise<unknown> {
  known ??= Promise.all(
    FAMILIES.map((family) => sharp({ text: { text: ".", font: family, fontfile: FONTS[family] } }).toBuffer()),
  );
  return known;
}

/** A PNG with a title on it, as it is shown beside a link elsewhere. */
export async function linkPicture(title: string, language: Language): Promise<Buffer> {
  const isTurned = directionOf(language) === "rtl";
  const words = await titleOf(title, isTurned);
  const height = Math.min(words.info.height, HEIGHT - 260);
  const cut = await sharp(words.data).extract({ left: 0, top: 0, width: words.info.width, height }).toBuffer();
  const left = isTurned ? WIDTH - EDGE - words.info.width : EDGE;
  return sharp(Buffer.from(MARK.replace("EDGE", String(isTurned ? WIDTH - EDGE - 72 : EDGE))))
    .composite([{ input: cut, left, top: 210 }])
    .png({ palette: true })
    .toBuffer();
}

/** The words alone, on nothing. */
export async function titleOf(title: string, isTurned: boolean) {
  await learnFonts();
  // Of a language from right to left its own font draws names in Latin letters, too: they stand on one line with it.
  const families = isTurned ? FAMILIES.toReversed() : FAMILIES;
  return sharp({
    text: {
      text: `<span foreground="#f1efe9" weight="600">${pango(title)}</span>`,
      font: `${families.join(", ")} ${title.length > LONG ? 52 : 66}`,
      width: WIDTH - 2 * EDGE,
      // At the beginning of a line: Pango turns what runs from right to left.
      align: "left",
      rgba: true,
      dpi: 72,
      wrap: "word-char",
      spacing: 12,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}

/** Pango reads marks of its own. */
function pango(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
