/// <reference lib="webworker" />
import type { PictureSlot } from "#schemas/kyc.ts";
import { offscreenCanvas, type PreparedPicture, preparePicture } from "./prepare-picture.ts";

export interface PictureTask {
  readonly file: Blob;
  readonly slot: PictureSlot;
}
/** Null for what is no picture that can be read. */
export type PictureAnswer = PreparedPicture | null;

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener("message", ({ data: { file, slot } }: MessageEvent<PictureTask>) => {
  const answer = (prepared: PictureAnswer) =>
    self.postMessage(prepared, prepared === null ? [] : [prepared.bytes.buffer]);
  preparePicture(file, slot, offscreenCanvas).then(answer, () => answer(null));
});
