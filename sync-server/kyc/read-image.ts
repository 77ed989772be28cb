import sharp from "sharp";
import { AppError } from "#schemas/errors.ts";
import { IDENTITY_PICTURE } from "#schemas/identity.ts";

/** A picture written anew: upright, and with nothing that the file said beside it. */
export interface ReadImage {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The cameras of old laptops give 640 points; what is smaller tells nobody apart. */
const LEAST_SIDE = 480;
const MOST_SIDE = IDENTITY_PICTURE.mostSide;
const QUALITY = 85;

// Nothing of a picture stays in memory once it is written, and one is read at a time: see `picture-gate.ts`.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Reads a file as a JPEG, PNG or WebP by its own bytes, and draws it anew as a JPEG. Throws `identity-picture-unreadable` for
 * whatever is none of these, `identity-picture-size` for too few or too many pixels, told by its header alone.
 */
export async function readImage(file: Buffer): Promise<ReadImage> {
  if (!isPicture(file)) throw new AppError("identity-picture-unreadable");
  // `failOn`: what is cut short or damaged is no picture, though half of it could be drawn.
  const options = {
    sequentialRead: true,
    limitInputPixels: MOST_SIDE * MOST_SIDE,
    failOn: "warning",
    pages: 1,
  } as const;
  const { width, height } = await sizeOf(file);
  const side = Math.max(width, height);
  if (side < LEAST_SIDE || side > MOST_SIDE)
    throw new AppError("identity-picture-size", { least: LEAST_SIDE, most: MOST_SIDE });
  try {
    const { data, info } = await sharp(file, options)
      .autoOrient()
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      // The smallest code tables would need all of the picture in memory at once, twice as long, for a few percent.
      .jpeg({ quality: QUALITY, optimiseCoding: false })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch (cause) {
    throw new AppError("identity-picture-unreadable", {}, { cause });
  }
}

/** What the header says; the points themselves are not looked at. */
async function sizeOf(file: Buffer): Promise<{ width: number; height: number }> {
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false, pages: 1 }).metadata();
    return { width, height };
  } catch (cause) {
    throw new AppError("identity-picture-unreadable", {}, { cause });
  }
}

function isPicture(file: Buffer): boolean {
  const begins = (hex: string, at = 0) => file.subarray(at, at + hex.length / 2).toString("hex") === hex;
  const isWebp = begins("52494646") && begins("57454250", 8);
  return begins("ffd8ff") || begins("89504e470d0a1a0a") || isWebp;
}
