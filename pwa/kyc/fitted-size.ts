import { IDENTITY_PICTURE } from "#schemas/identity.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** As it is, or made smaller until the long side is at most `longSide`. */
export function fittedSize({ width, height }: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** How a picture is written, by turns, until it is small enough: first worse, then smaller, never below the side that is needed. */
export const ATTEMPTS: readonly { readonly longSide: number; readonly quality: number }[] = [
  { longSide: IDENTITY_PICTURE.mostSide, quality: 0.9 },
  { longSide: IDENTITY_PICTURE.mostSide, quality: 0.8 },
  { longSide: 2048, quality: 0.8 },
  { longSide: IDENTITY_PICTURE.leastSide, quality: 0.8 },
  { longSide: IDENTITY_PICTURE.leastSide, quality: 0.65 },
  { longSide: IDENTITY_PICTURE.leastSide, quality: 0.45 },
];
