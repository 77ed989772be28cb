import { crc32, deflateSync } from "node:zlib";
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

/** A PNG of so many points on each side, of which its bytes have next to nothing. */
export function aBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  return pngOf([
    ["IHDR", header],
    ["IDAT", deflateSync(Buffer.alloc(3_000_000))],
  ]);
}

/** A small PNG that says beside its points a text of as many bytes, packed. */
export function aTextBomb(bytes: number): Buffer {
  const [header, side] = [Buffer.alloc(13), 600];
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0], 8);
  return pngOf([
    ["IHDR", header],
    ["zTXt", Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(bytes))])],
    ["IDAT", deflateSync(Buffer.alloc((side + 1) * side))],
  ]);
}

/** A JPEG that is drawn over so many times: in two megabytes there is room for minutes of work. */
export async function aScanBomb(scans: number): Promise<Buffer> {
  const create = { width: 1600, height: 1200, channels: 3, background: "#888888" } as const;
  const whole = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
  const [body, end] = [whole.subarray(0, -2), whole.subarray(-2)];
  const last = body.subarray(body.lastIndexOf(Buffer.from("ffda", "hex")));
  return Buffer.concat([body, ...Array.from({ length: scans }, () => last), end]);
}

function pngOf(chunks: readonly (readonly [type: string, data: Buffer])[]): Buffer {
  const written = [...chunks, ["IEND", Buffer.alloc(0)] as const].map(([type, data]) => {
    const [length, check, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  });
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...written]);
}
