import { inflateSync } from "node:zlib";
import { type PictureBounds, type PngChunk, pictureRefused, readChunks } from "./png-chunks.ts";

/** A picture as points of red, green, blue and opacity, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: Colour;
  readonly isInterlaced: boolean;
}

type Colour = 0 | 2 | 3 | 4 | 6;
/** How many samples a point has, and how deep they may be, by its kind of colour. */
const KINDS: Readonly<Record<Colour, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** Where each pass begins and how far apart its points are: x, y, across, down. */
const WHOLE = [[0, 0, 1, 1]] as const;
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * Draws a PNG. No more is ever unpacked than its header says there is, and that is within the bounds. Throws
 * `picture-refused`.
 */
export function decodePng(file: Buffer, bounds: PictureBounds): Raster {
  const chunks = readChunks(file, bounds);
  const header = readHeader(chunks[0]);
  const { width, height } = header;
  const passes = passesOf(header);
  const size = passes.reduce((sum, { rows, rowBytes }) => sum + rows * (rowBytes + 1), 0);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const lines = unpack(packed, size);
  const colourOf = colourReader(header, chunks);
  const rgba = new Uint8Array(width * height * 4);
  let at = 0;
  for (const { x, y, across, down, columns, rows, rowBytes } of passes) {
    let above: Uint8Array = new Uint8Array(rowBytes);
    for (let row = 0; row < rows; row += 1) {
      const line = lines.subarray(at + 1, at + 1 + rowBytes);
      unfilter(lines[at] ?? 0, line, above, pointBytes(header));
      for (let column = 0; column < columns; column += 1)
        rgba.set(colourOf(line, column), ((y + row * down) * width + x + column * across) * 4);
      above = line;
      at += rowBytes + 1;
    }
  }
  return { width, height, rgba };
}

function readHeader(chunk: PngChunk | undefined): Header {
  if (!chunk) throw pictureRefused("empty");
  const { data } = chunk;
  const [depth = 0, colour = 0, packing, filtering, interlacing = 0] = data.subarray(8);
  if (!isColour(colour) || !KINDS[colour].depths.includes(depth)) throw pictureRefused("damaged");
  if (packing !== 0 || filtering !== 0 || interlacing > 1) throw pictureRefused("damaged");
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    depth,
    colour,
    isInterlaced: interlacing === 1,
  };
}

function isColour(colour: number): colour is Colour {
  return colour in KINDS;
}

function passesOf(header: Header) {
  const { width, height, depth, colour, isInterlaced } = header;
  return (isInterlaced ? ADAM7 : WHOLE).flatMap(([x, y, across, down]) => {
    const columns = Math.ceil((width - x) / across);
    const rows = Math.ceil((height - y) / down);
    const rowBytes = Math.ceil((columns * KINDS[colour].samples * depth) / 8);
    return columns > 0 && rows > 0 ? [{ x, y, across, down, columns, rows, rowBytes }] : [];
  });
}

/** A file that unpacks to more than its header says is cut off there, and refused. */
function unpack(packed: Buffer, size: number): Uint8Array {
  let lines: Buffer;
  try {
    lines = inflateSync(packed, { maxOutputLength: size });
  } catch {
    throw pictureRefused("damaged");
  }
  if (lines.length !== size) throw pictureRefused("cutShort");
  return lines;
}

function pointBytes({ depth, colour }: Header): number {
  return Math.max(1, (KINDS[colour].samples * depth) / 8);
}

/** Puts a row's bytes back to what they were before each was told by its neighbours. */
function unfilter(kind: number, line: Uint8Array, above: Uint8Array, step: number): void {
  if (kind > 4) throw pictureRefused("damaged");
  for (let at = 0; at < line.length; at += 1) {
    const left = at < step ? 0 : (line[at - step] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < step ? 0 : (above[at - step] ?? 0);
    const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][kind] ?? 0;
    line[at] = ((line[at] ?? 0) + guess) & 0xff;
  }
}

function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

type Rgba = readonly [red: number, green: number, blue: number, opacity: number];

/** How a point of a row is read, with the palette and what is see-through. */
function colourReader({ depth, colour }: Header, chunks: readonly PngChunk[]) {
  const palette = chunks.find(({ type }) => type === "PLTE")?.data ?? Buffer.alloc(0);
  const clear = chunks.find(({ type }) => type === "tRNS")?.data ?? null;
  const { samples } = KINDS[colour];
  const most = 2 ** depth - 1;
  const clearAt = (index: number) => (clear && clear.length >= index * 2 + 2 ? clear.readUInt16BE(index * 2) : -1);
  const clearColour = [clearAt(0), clearAt(1), clearAt(2)];

  function sample(line: Uint8Array, place: number): number {
    if (depth === 16) return ((line[place * 2] ?? 0) << 8) | (line[place * 2 + 1] ?? 0);
    if (depth === 8) return line[place] ?? 0;
    const bit = place * depth;
    return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & most;
  }
  const scaled = (value: number) => (depth === 16 ? value >> 8 : Math.round((value * 255) / most));

  return (line: Uint8Array, column: number): Rgba => {
    const [one, two, three, four] = [0, 1, 2, 3].map((n) => (n < samples ? sample(line, column * samples + n) : 0)) as [
      number,
      number,
      number,
      number,
    ];
    switch (colour) {
      case 0:
        return [scaled(one), scaled(one), scaled(one), one === clearColour[0] ? 0 : 255];
      case 2: {
        const isClear = one === clearColour[0] && two === clearColour[1] && three === clearColour[2];
        return [scaled(one), scaled(two), scaled(three), isClear ? 0 : 255];
      }
      case 3:
        if (one * 3 + 3 > palette.length) throw pictureRefused("damaged");
        return [palette[one * 3] ?? 0, palette[one * 3 + 1] ?? 0, palette[one * 3 + 2] ?? 0, clear?.[one] ?? 255];
      case 4:
        return [scaled(one), scaled(one), scaled(one), scaled(two)];
      case 6:
        return [scaled(one), scaled(two), scaled(three), scaled(four)];
    }
  };
}
