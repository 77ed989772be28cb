import sharp from "sharp";

const WIDTH = 2400;
const HEIGHT = 1800;
/** Where such a picture says that it was taken: nothing that leaves a device has it. */
export const TAKEN_AT = "PLANTED-PLACE";

interface Look {
  /** How much light there is, 1 for enough. */
  readonly light?: number;
  readonly width?: number;
}

/** A picture of a card on a table, as a camera writes it; `words` tells one from another. */
export function aCard(words: string, { light = 1, width = WIDTH }: Look = {}): Promise<Buffer> {
  const lines = Array.from({ length: 14 }, (_, at) => {
    const y = 520 + at * 66;
    return `<text x="980" y="${y}" font-size="44" font-family="monospace">${words} ${at} 7X${at * 31}</text>`;
  });
  return photographed(
    `<rect x="300" y="260" width="1800" height="1280" rx="60" fill="#cdd6e4"/>
     <rect x="400" y="480" width="480" height="640" fill="#7d8aa5"/>${lines.join("")}`,
    { light, width },
  );
}

/** A picture of somebody, likewise. */
export function aFace(): Promise<Buffer> {
  return photographed(
    `<ellipse cx="1200" cy="850" rx="420" ry="540" fill="#d9b9a0"/>
     <circle cx="1050" cy="760" r="46" fill="#20242c"/><circle cx="1350" cy="760" r="46" fill="#20242c"/>
     <path d="M1020 1110 q180 120 360 0" stroke="#7a2f2f" stroke-width="22" fill="none"/>`,
    { light: 1, width: WIDTH },
  );
}

async function photographed(drawn: string, { light, width }: Required<Look>): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#4b5563"/>${drawn}</svg>`;
  const grain = { type: "gaussian", mean: 128, sigma: 6 } as const;
  const noise = await sharp({
    create: { width: WIDTH, height: HEIGHT, channels: 3, background: "#808080", noise: grain },
  })
    .png()
    .toBuffer();
  return sharp(
    await sharp(Buffer.from(svg))
      .composite([{ input: noise, blend: "overlay" }])
      .png()
      .toBuffer(),
  )
    .resize(width)
    .linear(light, 0)
    .withExifMerge({
      IFD0: { ImageDescription: TAKEN_AT },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 29/1" },
    })
    .jpeg({ quality: 92 })
    .toBuffer();
}
