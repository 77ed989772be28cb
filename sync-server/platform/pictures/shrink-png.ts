import { crc32, deflateSync } from "node:zlib";
import { decodePng, type Raster } from "./decode-png.ts";
import { PNG_SIGNATURE } from "./png-chunks.ts";

/** A picture of so many points is drawn in about a tenth of a second, for which the process does nothing else. */
const BOUNDS = { side: 1024, pixels: 1024 * 1024 };

/**
 * Draws a PNG of a stranger's and writes it anew, no larger than `side` points: nothing of the file itself is kept. Throws
 * `picture-refused` for whatever is none, or would unpack to more than it says.
 */
export function shrinkPng(file: Buffer, side: number): Buffer {
  return encodePng(shrink(decodePng(file, BOUNDS), side));
}

/** Each point is the mean of those that it stands for, by their opacity. */
function shrink(raster: Raster, side: number): Raster {
  const { width, height, rgba } = raster;
  const factor = Math.max(1, width / side, height / side);
  if (factor === 1) return raster;
  const [columns, rows] = [Math.max(1, Math.floor(width / factor)), Math.max(1, Math.floor(height / factor))];
  const shrunk = new Uint8Array(columns * rows * 4);
  const span = (at: number, parts: number, whole: number) =>
    [
      Math.floor((at * whole) / parts),
      Math.max(Math.floor((at * whole) / parts) + 1, Math.floor(((at + 1) * whole) / parts)),
    ] as const;
  for (let row = 0; row < rows; row += 1) {
    const [top, bottom] = span(row, rows, height);
    for (let column = 0; column < columns; column += 1) {
      const [left, right] = span(column, columns, width);
      const sums = [0, 0, 0, 0] as [number, number, number, number];
      for (let y = top; y < bottom; y += 1)
        for (let x = left; x < right; x += 1) {
          const at = (y * width + x) * 4;
          const opacity = rgba[at + 3] ?? 0;
          for (const n of [0, 1, 2] as const) sums[n] += (rgba[at + n] ?? 0) * opacity;
          sums[3] += opacity;
        }
      const points = (bottom - top) * (right - left);
      const seen = Math.max(1, sums[3]);
      const mean = [sums[0] / seen, sums[1] / seen, sums[2] / seen, sums[3] / points].map(Math.round);
      shrunk.set(mean, (row * columns + column) * 4);
    }
  }
  return { width: columns, height: rows, rgba: shrunk };
}

function encodePng({ width, height, rgba }: Raster): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each of red, green, blue and opacity.
  header.set([8, 6, 0, 0, 0], 8);
  const lines = Buffer.alloc(height * (width * 4 + 1));
  for (let row = 0; row < height; row += 1)
    lines.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), row * (width * 4 + 1) + 1);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
