import { HttpError } from "#pwa/platform/api/http-error.ts";
import type { OwnIdentityOutput, SubmitIdentityInput } from "#schemas/identity.ts";
import type { PictureSlot } from "#schemas/kyc.ts";
import { arrivedOf, type IdentityForm, type Wanted } from "./form-state.ts";
import type { LocalPictures } from "./kept-form.ts";
import { type UploadCalls, uploadPicture } from "./upload-picture.ts";

export interface SendCalls extends UploadCalls {
  readonly submit: (input: SubmitIdentityInput) => Promise<OwnIdentityOutput>;
}

interface Sent {
  readonly form: IdentityForm;
  readonly pictures: LocalPictures;
  readonly wanted: Wanted;
  readonly own: OwnIdentityOutput;
}

/** How much there is to be sent, in bytes: pictures that the server has already are none of it. */
export function bytesToSend({ form, wanted, own }: Omit<Sent, "pictures">): number {
  return localSlots(form, wanted, own).reduce((sum, slot) => sum + (form.pictures[slot]?.bytes ?? 0), 0);
}

/**
 * Sends the pictures that the server does not have, each from where it was cut, and then the form with all of them. Asked again after a
 * lost answer it does nothing twice. Throws what the calls throw.
 */
export async function sendForm(
  { form, pictures, wanted, own }: Sent,
  calls: SendCalls,
  onProgress: (sentBytes: number) => void,
): Promise<OwnIdentityOutput> {
  const uploads: Partial<Record<PictureSlot, string>> = {};
  const outgoing = localSlots(form, wanted, own);
  let before = 0;
  for (const slot of wanted.slots) {
    const [known, picture] = [form.pictures[slot], pictures[slot]];
    if (!outgoing.includes(slot) || known === undefined || picture === undefined) {
      const arrived = arrivedOf(own.uploads, slot);
      if (arrived !== null) uploads[slot] = arrived.upload;
      continue;
    }
    const { sha256, hints } = known;
    const started = before;
    const sent = await uploadPicture(calls, { slot, sha256, hints, bytes: picture.bytes }, (bytes) =>
      onProgress(started + bytes),
    );
    uploads[slot] = sent.upload;
    before += picture.bytes.length;
  }
  return calls.submit({ idempotencyKey: form.idempotencyKey, ...typedOf(form, wanted), pictures: uploads });
}

/** Whether trying again may help by itself: there was no answer, or none that refuses. */
export function isPassing(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof HttpError && (error.status >= 500 || error.status === 429));
}

function localSlots(form: IdentityForm, { slots }: Wanted, { uploads }: OwnIdentityOutput): readonly PictureSlot[] {
  return slots.filter((slot) => {
    const known = form.pictures[slot];
    return known !== undefined && arrivedOf(uploads, slot)?.sha256 !== known.sha256;
  });
}

function typedOf({ documentType, country, documentNumber }: IdentityForm, { fields }: Wanted) {
  return {
    ...(fields.includes("documentType") && documentType !== null ? { documentType } : {}),
    ...(fields.includes("country") ? { country } : {}),
    ...(fields.includes("documentNumber") ? { documentNumber: documentNumber.trim() } : {}),
  };
}
