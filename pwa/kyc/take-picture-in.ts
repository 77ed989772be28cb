import type { PictureSlot } from "#schemas/kyc.ts";
import type { PictureAnswer, PictureTask } from "./picture-worker.ts";
import { type Canvas, PICTURE_TYPE, type PreparedPicture, preparePicture } from "./prepare-picture.ts";
import type { Size } from "./fitted-size.ts";

/** More than any camera makes of one picture, and than a phone decodes at ease. */
const LARGEST_FILE_BYTES = 40_000_000;

export function isTooLarge({ size }: Blob): boolean {
  return size > LARGEST_FILE_BYTES;
}

/** Makes of a file what is sent of it, beside the page where the browser can. Throws where it is no picture that can be read. */
export async function takePictureIn(file: Blob, slot: PictureSlot): Promise<PreparedPicture> {
  if (typeof OffscreenCanvas === "undefined" || typeof Worker === "undefined")
    return preparePicture(file, slot, pageCanvas);
  const worker = new Worker(new URL("./picture-worker.ts", import.meta.url), { type: "module" });
  try {
    const prepared = await new Promise<PictureAnswer>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<PictureAnswer>) => resolve(data));
      worker.addEventListener("error", () => reject(new Error("The worker could not be started.")));
      const task: PictureTask = { file, slot };
      worker.postMessage(task, []);
    }).catch(() => preparePicture(file, slot, pageCanvas));
    if (prepared === null) throw new Error("The file is no picture that can be read.");
    return prepared;
  } finally {
    worker.terminate();
  }
}

/** In the page itself. */
export function pageCanvas({ width, height }: Size): Canvas {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("There is nothing to draw on.");
  return {
    context,
    toJpeg: (quality) =>
      new Promise((resolve, reject) => {
        canvas.toBlob(
          (blob) => (blob === null ? reject(new Error("The picture could not be written.")) : resolve(blob)),
          PICTURE_TYPE,
          quality,
        );
      }),
  };
}
