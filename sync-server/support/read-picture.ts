import { PICTURE_BYTES } from "#schemas/support.ts";
import { PNG_SIGNATURE, pictureRefused, readChunks } from "#server/platform/pictures/png-chunks.ts";

const BOUNDS = { side: 20_000, pixels: 40_000_000 };
/** What a picture is made of. Texts, times, profiles and whatever else a file may carry are left out. */
const KEPT_CHUNKS: readonly string[] = ["IHDR", "PLTE", "tRNS", "sRGB", "IDAT", "IEND"];

/**
 * Reads base64 as a PNG by its own bytes, whatever anybody says that it is, and answers with the picture alone: nothing
 * else that the file carries is kept. Throws `picture-refused`.
 */
export function readPicture(base64: string): Buffer {
  const file = Buffer.from(base64, "base64");
  if (file.length > PICTURE_BYTES) throw pictureRefused("tooLarge");
  const kept = readChunks(file, BOUNDS).filter(({ type }) => KEPT_CHUNKS.includes(type));
  return Buffer.concat([PNG_SIGNATURE, ...kept.map(({ whole }) => whole)]);
}
