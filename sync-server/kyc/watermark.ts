import sharp from "sharp";

/**
 * Capital letters of five by seven points, column by column from the left, the lowest bit on top. Drawn as paths: a server may have no font
 * at all, and a mark that cannot be read marks nobody.
 */
const LETTERS: Readonly<Record<string, string>> = {
  " ": "0000000000",
  "-": "0808080808",
  _: "4040404040",
  ".": "0060600000",
  ":": "0000140000",
  "@": "3e415d594e",
  "0": "3e5149453e",
  "1": "00427f4000",
  "2": "7249494946",
  "3": "2141494d33",
  "4": "1814127f10",
  "5": "2745454539",
  "6": "3c4a494931",
  "7": "4121110907",
  "8": "3649494936",
  "9": "464949291e",
  A: "7c1211127c",
  B: "7f49494936",
  C: "3e41414122",
  D: "7f4141413e",
  E: "7f49494941",
  F: "7f09090901",
  G: "3e41415173",
  H: "7f0808087f",
  I: "00417f4100",
  J: "2040413f01",
  K: "7f08142241",
  L: "7f40404040",
  M: "7f021c027f",
  N: "7f0408107f",
  O: "3e4141413e",
  P: "7f09090906",
  Q: "3e4151215e",
  R: "7f09192946",
  S: "2649494932",
  T: "03017f0103",
  U: "3f4040403f",
  V: "1f2040201f",
  W: "3f4038403f",
  X: "6314081463",
  Y: "0304780403",
  Z: "6159494d43",
};
const ADVANCE = 6;
const HEIGHT = 7;
const QUALITY = 82;

/**
 * A JPEG with a line of text across all of it, again and again, light with a dark edge so that it is seen on whatever there is. Letters
 * that are not Latin are left out: what identifies has to be in others, too.
 */
export async function watermarked(jpeg: Buffer, text: string): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  return sharp(jpeg)
    .composite([{ input: overlayOf(text, width, height) }])
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** The lines as an SVG of the picture's own size; each begins further in than the one above, so that no column is free of them. */
function overlayOf(text: string, width: number, height: number): Buffer {
  const shown = [...text.normalize("NFKD").toUpperCase()].filter((letter) => Object.hasOwn(LETTERS, letter));
  const length = shown.length * ADVANCE + 2 * ADVANCE;
  // A line takes two thirds of the picture's width, in letters that can be read.
  const scale = Math.max(2, Math.round((width * 2) / 3 / length));
  const step = HEIGHT * scale * 5;
  const path = shown.map((letter, place) => pathOf(LETTERS[letter] ?? "", place * ADVANCE)).join("");
  const lines: string[] = [];
  for (let y = scale * HEIGHT, line = 0; y < height; y += step, line += 1)
    for (let x = -((line * length * scale) / 3) % (length * scale); x < width; x += length * scale)
      lines.push(`<use href="#t" transform="translate(${Math.round(x)} ${Math.round(y)}) scale(${scale})"/>`);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><g id="t">` +
      `<path d="${path}" fill="none" stroke="#000" stroke-opacity=".45" stroke-width=".5"/>` +
      `<path d="${path}" fill="#fff" fill-opacity=".55"/></g></defs>${lines.join("")}</svg>`,
  );
}

function pathOf(columns: string, left: number): string {
  let path = "";
  for (let column = 0; column < 5; column += 1) {
    const bits = Number.parseInt(columns.slice(column * 2, column * 2 + 2), 16);
    for (let row = 0; row < HEIGHT; row += 1) if (bits & (1 << row)) path += `M${left + column} ${row}h1v1h-1z`;
  }
  return path;
}
