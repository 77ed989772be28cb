import type { PictureHint, PictureSlot } from "#schemas/kyc.ts";
import { IDENTITY_PICTURE } from "#schemas/identity.ts";

/** Brightness of each pixel, 0 to 255, row by row. */
export interface Luma {
  readonly values: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The long side, in pixels, that pictures are looked at in: sharpness is a matter of size. */
export const LOOKED_AT_SIDE = 640;

/** Means and shares that a picture is told by; found with photographs of documents, in light and shade, held still and not. */
const DARK_MEAN = 55;
const BRIGHT_MEAN = 222;
/** Of its brightest part, so that a sharp page on a black table counts as sharp. */
const SHARP_VARIANCE = 60;
const SHARP_TILE = 64;
const BURNT = 250;
/** Of a tile, and of all tiles. */
const GLARE_TILE = 16;
const GLARE_FILLED = 0.9;
const GLARE_AT_LEAST = 0.006;
/** A page that is white all over is none. */
const GLARE_AT_MOST = 0.3;
const EDGE_STEP = 40;
const EDGE_BAND = 0.02;
const EDGE_SHARE = 0.1;
/** A camera of a laptop has no more, and a face needs none. */
const SELFIE_SIDE = 480;
const BLACK_MOST = 20;

/** Brightness as it is seen, of pixels in RGBA. */
export function lumaOf(rgba: Uint8ClampedArray, width: number, height: number): Luma {
  const values = new Uint8Array(width * height);
  for (let at = 0; at < values.length; at += 1) {
    const from = at * 4;
    values[at] = Math.round(
      0.2126 * (rgba[from] ?? 0) + 0.7152 * (rgba[from + 1] ?? 0) + 0.0722 * (rgba[from + 2] ?? 0),
    );
  }
  return { values, width, height };
}

/** What may be wrong with a picture of which this is the brightness; `longSide` is that of the picture as it was taken. */
export function hintsOf(luma: Luma, slot: PictureSlot, longSide: number): readonly PictureHint[] {
  const mean = meanOf(luma);
  const isDocument = slot !== "selfie";
  return [
    ...(mean < DARK_MEAN ? (["dark"] as const) : []),
    ...(mean > BRIGHT_MEAN ? (["bright"] as const) : []),
    ...(sharpnessOf(luma) < SHARP_VARIANCE ? (["blurred"] as const) : []),
    ...(isDocument && hasGlare(luma) ? (["glare"] as const) : []),
    ...(isDocument && isCutOff(luma) ? (["cut-off"] as const) : []),
    ...(longSide < (isDocument ? IDENTITY_PICTURE.leastSide : SELFIE_SIDE) ? (["small"] as const) : []),
  ];
}

/** Whether a camera shows nothing: it is covered, or its driver gives none. */
export function isBlack({ values }: Luma): boolean {
  return values.every((value) => value < BLACK_MOST);
}

function meanOf({ values }: Luma): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

/** The variance of the Laplacian, of the sharpest of its tiles: what is out of focus has no edges anywhere. */
export function sharpnessOf(luma: Luma): number {
  let sharpest = 0;
  for (const [left, top] of tilesOf(luma, SHARP_TILE))
    sharpest = Math.max(sharpest, laplacianVariance(luma, left, top, SHARP_TILE));
  return sharpest;
}

function laplacianVariance({ values, width, height }: Luma, left: number, top: number, side: number): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let y = Math.max(1, top); y < Math.min(top + side, height - 1); y += 1) {
    for (let x = Math.max(1, left); x < Math.min(left + side, width - 1); x += 1) {
      const at = y * width + x;
      const around =
        (values[at - 1] ?? 0) + (values[at + 1] ?? 0) + (values[at - width] ?? 0) + (values[at + width] ?? 0);
      const value = around - 4 * (values[at] ?? 0);
      count += 1;
      sum += value;
      squares += value * value;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

/** Burnt out spots in a picture that is not white all over. */
function hasGlare(luma: Luma): boolean {
  const { values, width } = luma;
  let burnt = 0;
  let tiles = 0;
  for (const [left, top] of tilesOf(luma, GLARE_TILE)) {
    let white = 0;
    for (let y = top; y < top + GLARE_TILE; y += 1)
      for (let x = left; x < left + GLARE_TILE; x += 1) if ((values[y * width + x] ?? 0) >= BURNT) white += 1;
    tiles += 1;
    if (white >= GLARE_FILLED * GLARE_TILE * GLARE_TILE) burnt += 1;
  }
  const share = tiles === 0 ? 0 : burnt / tiles;
  return share >= GLARE_AT_LEAST && share <= GLARE_AT_MOST;
}

/** Whether what is on the picture, its writing and lines, goes on to the very edge of it: a document that is whole has a border around. */
function isCutOff(luma: Luma): boolean {
  const { width, height } = luma;
  const band = Math.max(2, Math.round(Math.max(width, height) * EDGE_BAND));
  const shares = [
    edgeShare(luma, 0, 0, width, band),
    edgeShare(luma, 0, height - band, width, height),
    edgeShare(luma, 0, 0, band, height),
    edgeShare(luma, width - band, 0, width, height),
  ];
  return shares.some((share) => share > EDGE_SHARE);
}

function edgeShare({ values, width, height }: Luma, left: number, top: number, right: number, bottom: number): number {
  let edges = 0;
  let count = 0;
  for (let y = Math.max(0, top); y < Math.min(bottom, height - 1); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(right, width - 1); x += 1) {
      const here = values[y * width + x] ?? 0;
      const step =
        Math.abs((values[y * width + x + 1] ?? 0) - here) + Math.abs((values[(y + 1) * width + x] ?? 0) - here);
      count += 1;
      if (step > EDGE_STEP) edges += 1;
    }
  }
  return count === 0 ? 0 : edges / count;
}

/** The upper left corners of whole tiles. */
function* tilesOf({ width, height }: Luma, side: number): Generator<readonly [number, number]> {
  for (let top = 0; top + side <= height; top += side)
    for (let left = 0; left + side <= width; left += side) yield [left, top];
}
