import sharp from "sharp";

/** Where a planted picture says that it was taken: no answer, row, file or log may have it. */
export const PLANTED = { place: "N 48 51 29.6 PLANTED-PLACE", maker: "PLANTED-CAMERA" };

/** A picture as a camera writes it, told by `seed`: with noise that no other has, its place and how it was held. */
export async function aPhoto(
  seed = 1,
  width = 1600,
  height = 1200,
  format: "jpeg" | "png" | "webp" = "jpeg",
): Promise<Buffer> {
  const side = 64;
  const noise = Buffer.alloc(side * side * 3);
  for (let at = 0, state = seed >>> 0; at < noise.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    noise[at] = state >>> 24;
  }
  return sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .resize(width, height, { fit: "fill" })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: PLANTED.maker, ImageDescription: PLANTED.place },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 29/1" },
    })
    .toFormat(format)
    .toBuffer();
}
