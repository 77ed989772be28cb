import { HttpError } from "#pwa/platform/api/http-error.ts";
import type { PictureHint } from "#schemas/kyc.ts";
import { type Upload, UPLOAD_PART_BYTES, type UploadInput } from "#schemas/identity.ts";

/** How pictures get to the server: as the person, or with a phone's key. */
export interface UploadCalls {
  readonly begin: (input: UploadInput) => Promise<Upload>;
  readonly send: (upload: string, offset: number, part: Uint8Array<ArrayBuffer>) => Promise<Upload>;
}

export interface OutgoingPicture extends Omit<UploadInput, "bytes" | "hints"> {
  readonly hints: readonly PictureHint[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The upload is gone, or is not what was sent: it is begun anew, once. */
const ANEW: readonly string[] = ["identity-upload-unknown", "identity-upload-broken"];

/**
 * Sends a picture in parts and answers once the server has it whole. What it received before, of the same picture, is not sent again.
 * Throws what the calls throw, and where the server takes no more of it.
 */
export async function uploadPicture(
  calls: UploadCalls,
  picture: OutgoingPicture,
  onProgress: (receivedBytes: number) => void,
): Promise<Upload> {
  try {
    return await sendParts(calls, picture, onProgress);
  } catch (error) {
    if (!(error instanceof HttpError) || error.code === null || !ANEW.includes(error.code)) throw error;
    return sendParts(calls, picture, onProgress);
  }
}

async function sendParts(
  calls: UploadCalls,
  { bytes, hints, ...input }: OutgoingPicture,
  onProgress: (receivedBytes: number) => void,
): Promise<Upload> {
  let upload = await calls.begin({ ...input, hints: [...hints], bytes: bytes.length });
  onProgress(upload.received);
  while (!upload.isWhole) {
    // All of it there and still not whole: the server was stopped over the last part, which it is sent again.
    const offset = Math.min(upload.received, lastPartOf(bytes.length));
    const next = await calls.send(upload.upload, offset, bytes.slice(offset, offset + UPLOAD_PART_BYTES));
    if (!next.isWhole && next.received <= upload.received) throw new Error("The server takes no more of the picture.");
    upload = next;
    onProgress(upload.received);
  }
  return upload;
}

function lastPartOf(bytes: number): number {
  return Math.floor((bytes - 1) / UPLOAD_PART_BYTES) * UPLOAD_PART_BYTES;
}
