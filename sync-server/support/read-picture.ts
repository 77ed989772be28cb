import { crc32 } from "node:zlib";
import { AppError } from "#schemas/errors.ts";
import { PICTURE_BYTES } from "#schemas/support.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and checksum around the data of a chunk. */
const FRAME_BYTES = 12;
const HEADER_BYTES = 13;
const MOST_PIXELS = 40_000_000;
const MOST_SIDE = 20_000;
/** What a picture is made of. Texts, times, profiles and whatever else a file may carry are left out. */
const KEPT_CHUNKS: readonly string[] = ["IHDR", "PLTE", "tRNS", "sRGB", "IDAT", "IEND"];

/**
 * Reads base64 as a PNG by its own bytes, whatever anybody says that it is, and answers with the picture alone: nothing
 * else that the file carries is kept. Throws `picture-refused`.
 */
export function readPicture(base64: string): Buffer {
  const file = Buffer.from(base64, "base64");
  if (file.length > PICTURE_BYTES) throw refused("tooLarge");
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw refused("noPng");
  const kept: Buffer[] = [SIGNATURE];
  let at = SIGNATURE.length;
  let type = "";
  let hasData = false;
  while (type !== "IEND") {
    if (at + FRAME_BYTES > file.length) throw refused("cutShort");
    const end = at + FRAME_BYTES + file.readUInt32BE(at);
    if (end > file.length) throw refused("cutShort");
    const body = file.subarray(at + 4, end - 4);
    if (crc32(body) !== file.readUInt32BE(end - 4)) throw refused("damaged");
    type = body.toString("latin1", 0, 4);
    if (kept.length === 1) checkHeader(type, body.subarray(4));
    if (type === "IDAT") hasData = true;
    if (KEPT_CHUNKS.includes(type)) kept.push(file.subarray(at, end));
    at = end;
  }
  if (!hasData) throw refused("empty");
  return Buffer.concat(kept);
}

function checkHeader(type: string, data: Buffer): void {
  if (type !== "IHDR" || data.length !== HEADER_BYTES) throw refused("noPng");
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  if (width === 0 || height === 0) throw refused("empty");
  if (width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS) throw refused("tooManyPixels");
}

function refused(problem: string): AppError {
  return new AppError("picture-refused", { problem, most: MOST_SIDE });
}
