import { AppError } from "#schemas/errors.ts";
import { IDENTITY_PICTURE } from "#schemas/identity.ts";
import { drawAnew, measurePicture, UnreadablePictureError } from "#server/platform/pictures/drawn-anew.ts";

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

/**
 * Reads a file as a JPEG, PNG or WebP by its own bytes, and draws it anew as a JPEG. Throws `identity-picture-unreadable` for
 * whatever is none of these, `identity-picture-size` for too few or too many pixels, told by its header alone.
 */
export async function readImage(file: Buffer): Promise<ReadImage> {
  try {
    const { width, height } = await measurePicture(file);
    const side = Math.max(width, height);
    if (side < LEAST_SIDE || side > MOST_SIDE)
      throw new AppError("identity-picture-size", { least: LEAST_SIDE, most: MOST_SIDE });
    const { data, ...drawn } = await drawAnew(file, MOST_SIDE * MOST_SIDE, (upright) =>
      upright
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb")
        // The smallest code tables would need all of the picture in memory at once, twice as long, for a few percent.
        .jpeg({ quality: QUALITY, optimiseCoding: false }),
    );
    return { jpeg: data, ...drawn };
  } catch (cause) {
    if (!(cause instanceof UnreadablePictureError)) throw cause;
    throw new AppError("identity-picture-unreadable", {}, { cause });
  }
}
