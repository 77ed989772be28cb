import { crc32 } from "node:zlib";
import { AppError } from "#schemas/errors.ts";

/** What every PNG begins with. */
export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and checksum around the data of a chunk. */
const FRAME_BYTES = 12;
const HEADER_BYTES = 13;

/** The most that a picture may be, in points. */
export interface PictureBounds {
  readonly side: number;
  readonly pixels: number;
}

export interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
  /** With all that is around it. */
  readonly whole: Buffer;
}

/** Reads a file as the chunks of a PNG by its own bytes, whatever anybody says that it is. Throws `picture-refused`. */
export function readChunks(file: Buffer, bounds: PictureBounds): readonly PngChunk[] {
  if (!file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) throw pictureRefused("noPng");
  const chunks: PngChunk[] = [];
  let at = PNG_SIGNATURE.length;
  while (chunks.at(-1)?.type !== "IEND") {
    if (at + FRAME_BYTES > file.length) throw pictureRefused("cutShort");
    const end = at + FRAME_BYTES + file.readUInt32BE(at);
    if (end > file.length) throw pictureRefused("cutShort");
    const body = file.subarray(at + 4, end - 4);
    if (crc32(body) !== file.readUInt32BE(end - 4)) throw pictureRefused("damaged");
    const chunk = { type: body.toString("latin1", 0, 4), data: body.subarray(4), whole: file.subarray(at, end) };
    if (chunks.length === 0) checkHeader(chunk, bounds);
    chunks.push(chunk);
    at = end;
  }
  if (!chunks.some(({ type }) => type === "IDAT")) throw pictureRefused("empty");
  return chunks;
}

function checkHeader({ type, data }: PngChunk, { side, pixels }: PictureBounds): void {
  if (type !== "IHDR" || data.length !== HEADER_BYTES) throw pictureRefused("noPng");
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  if (width === 0 || height === 0) throw pictureRefused("empty");
  if (width > side || height > side || width * height > pixels) throw pictureRefused("tooManyPixels", side);
}

export function pictureRefused(problem: string, most = 0): AppError {
  return new AppError("picture-refused", { problem, most });
}
