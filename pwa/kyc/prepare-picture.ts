import type { PictureHint, PictureSlot } from "#schemas/kyc.ts";
import { IDENTITY_PICTURE } from "#schemas/identity.ts";
import { ATTEMPTS, fittedSize, type Size } from "./fitted-size.ts";
import { hintsOf, LOOKED_AT_SIDE, type Luma, lumaOf } from "./picture-hints.ts";

/** A picture as it is sent: drawn anew, so that it says nothing of where and with what it was taken. */
export interface PreparedPicture extends Size {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly hints: readonly PictureHint[];
  /** Hex SHA-256 of the bytes. */
  readonly sha256: string;
}

/** What a picture is drawn on: in a worker another one than in a page. */
export interface Canvas {
  readonly context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  readonly toJpeg: (quality: number) => Promise<Blob>;
}
export type MakeCanvas = (size: Size) => Canvas;

export const PICTURE_TYPE = "image/jpeg";

/** Makes of a file what is sent of it. Throws where it is no picture that can be read. */
export async function preparePicture(file: Blob, slot: PictureSlot, make: MakeCanvas): Promise<PreparedPicture> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const hints = hintsOf(lookedAt(image, make), slot, Math.max(image.width, image.height));
    const { blob, size } = await encoded(image, make);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return { ...size, bytes, hints, sha256: await sha256Of(bytes) };
  } finally {
    image.close();
  }
}

/** The brightness of a picture, in the size that it is looked at in. */
export function lookedAt(image: ImageBitmap | HTMLVideoElement, make: MakeCanvas): Luma {
  const whole = "videoWidth" in image ? { width: image.videoWidth, height: image.videoHeight } : image;
  const size = fittedSize(whole, LOOKED_AT_SIDE);
  const { context } = make(size);
  context.drawImage(image, 0, 0, size.width, size.height);
  return lumaOf(context.getImageData(0, 0, size.width, size.height).data, size.width, size.height);
}

async function encoded(image: ImageBitmap, make: MakeCanvas): Promise<{ blob: Blob; size: Size }> {
  for (const { longSide, quality } of ATTEMPTS) {
    const size = fittedSize(image, longSide);
    const { context, toJpeg } = make(size);
    // What can be seen through is not black in a format that knows no such thing.
    context.fillStyle = "white";
    context.fillRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, size.width, size.height);
    const blob = await toJpeg(quality);
    if (blob.size <= IDENTITY_PICTURE.bytes) return { blob, size };
  }
  throw new Error("The picture could not be made small enough.");
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** In a worker. */
export function offscreenCanvas({ width, height }: Size): Canvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("There is nothing to draw on.");
  return { context, toJpeg: (quality) => canvas.convertToBlob({ type: PICTURE_TYPE, quality }) };
}
