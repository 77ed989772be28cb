import { createHash } from "node:crypto";
import { MEDIA_SIDE } from "#schemas/content/desk.ts";
import { AppError } from "#schemas/errors.ts";
import { drawAnew, measurePicture, UnreadablePictureError } from "#server/platform/pictures/drawn-anew.ts";
import { openGate } from "#server/platform/pictures/picture-gate.ts";

/** A picture as it is kept. */
export interface DrawnMedia {
  readonly mediaId: string;
  readonly webp: Buffer;
  readonly width: number;
  readonly height: number;
}

const SIDES = { least: 8, most: 8000 };
/** A picture that is opened needs four bytes of memory for each of its points. */
const MOST_PIXELS = 40_000_000;
const QUALITY = 82;
const MEDIA_ID_LENGTH = 32;
const gate = openGate(1, 20);

/**
 * Draws a JPEG, PNG or WebP anew as it is kept and served: as WebP, no longer than {@link MEDIA_SIDE}, without whatever the file said
 * beside it. Throws `identity-picture-unreadable`, and `identity-picture-size` told by the header alone, before anything is unpacked.
 */
export function drawMedia(file: Buffer): Promise<DrawnMedia> {
  return gate.through(async () => {
    try {
      const { width, height } = await measurePicture(file);
      const side = Math.max(width, height);
      if (side < SIDES.least || side > SIDES.most || width * height > MOST_PIXELS)
        throw new AppError("identity-picture-size", SIDES);
      const { data, ...drawn } = await drawAnew(file, MOST_PIXELS, (upright) =>
        upright
          .resize({ width: MEDIA_SIDE, height: MEDIA_SIDE, fit: "inside", withoutEnlargement: true })
          .toColourspace("srgb")
          .webp({ quality: QUALITY, effort: 4 }),
      );
      const mediaId = createHash("sha256").update(data).digest("hex").slice(0, MEDIA_ID_LENGTH);
      return { mediaId, webp: data, ...drawn };
    } catch (cause) {
      if (!(cause instanceof UnreadablePictureError)) throw cause;
      throw new AppError("identity-picture-unreadable", {}, { cause });
    }
  });
}
