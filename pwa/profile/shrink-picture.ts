import { PICTURE_MAX_BYTES, PICTURE_SIDE } from "#schemas/profile.ts";

/** Tried in turn: not every browser writes WebP, and a noisy picture needs more bytes. */
const ATTEMPTS = [
  { type: "image/webp", quality: 0.85 },
  { type: "image/jpeg", quality: 0.85 },
  { type: "image/webp", quality: 0.5 },
  { type: "image/jpeg", quality: 0.5 },
] as const;

/**
 * The middle of a picture as a small square, drawn anew on this device, so that where and with what it was taken stays here.
 * In base64. Rejects for what is no picture.
 */
export async function shrinkPicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  canvas.width = PICTURE_SIDE;
  canvas.height = PICTURE_SIDE;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw pictures");
  context.imageSmoothingQuality = "high";
  const { x, y, side } = middleOf(image.width, image.height);
  context.drawImage(image, x, y, side, side, 0, 0, PICTURE_SIDE, PICTURE_SIDE);
  image.close();
  for (const { type, quality } of ATTEMPTS) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob !== null && blob.type === type && blob.size <= PICTURE_MAX_BYTES) return base64Of(blob);
  }
  throw new Error("The picture could not be made small enough");
}

/** The largest square in the middle. */
export function middleOf(
  width: number,
  height: number,
): { readonly x: number; readonly y: number; readonly side: number } {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
