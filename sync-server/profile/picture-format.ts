import { PICTURE_MAX_SIDE } from "#schemas/profile.ts";

export type PictureType = "image/jpeg" | "image/webp";

interface Found {
  readonly type: PictureType;
  readonly width: number;
  readonly height: number;
}

/**
 * What kind of picture a file's own bytes say it is, whatever its sender calls it; null for anything but a still, square
 * JPEG or WebP of a permitted size.
 */
export function pictureTypeOf(file: Buffer): PictureType | null {
  const found = readJpeg(file) ?? readWebp(file);
  if (found === null || found.width !== found.height) return null;
  return found.width >= 1 && found.width <= PICTURE_MAX_SIDE ? found.type : null;
}

const JPEG_BEGIN = Buffer.of(0xff, 0xd8, 0xff);
const JPEG_END = Buffer.of(0xff, 0xd9);
/** Baseline, extended and progressive frames: their headers say how large the picture is. */
const JPEG_FRAMES = [0xc0, 0xc1, 0xc2];

function readJpeg(file: Buffer): Found | null {
  if (!file.subarray(0, 3).equals(JPEG_BEGIN) || !file.subarray(-2).equals(JPEG_END)) return null;
  // From the first marker on, each segment names its own length.
  for (let at = 2; at + 9 < file.length && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    if (JPEG_FRAMES.includes(file[at + 1] ?? 0))
      return { type: "image/jpeg", height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
  }
  return null;
}

const WEBP_HEADER_BYTES = 30;
const ANIMATED = 0x02;

/** Lossy, lossless and extended files keep their size in different places (RFC 9649). */
function readWebp(file: Buffer): Found | null {
  if (file.length < WEBP_HEADER_BYTES || text(file, 0) !== "RIFF" || text(file, 8) !== "WEBP") return null;
  if (file.readUInt32LE(4) + 8 !== file.length) return null;
  const type = "image/webp";
  switch (text(file, 12)) {
    case "VP8 ":
      return { type, width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = file.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      if (((file[20] ?? 0) & ANIMATED) !== 0) return null;
      return { type, width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

function text(file: Buffer, at: number): string {
  return file.toString("latin1", at, at + 4);
}
