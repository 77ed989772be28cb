import * as v from "valibot";
import { noteUnsent } from "#pwa/platform/device/unsent-time.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { dropUnsent, keepUnsent, readUnsent, removeUnsent } from "#pwa/platform/device/unsent-store.ts";
import { OwnIdentityOutput, UNSENT_MS } from "#schemas/identity.ts";
import { PICTURE_SLOTS, type PictureSlot } from "#schemas/kyc.ts";
import { IdentityForm } from "./form-state.ts";
import { PICTURE_TYPE } from "./prepare-picture.ts";

/** A picture that lies on this device until it is sent. */
export interface LocalPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly blob: Blob;
}
export type LocalPictures = Readonly<Partial<Record<PictureSlot, LocalPicture>>>;

/** The answers, and what the server last said of the check: they can be gone on with where it says nothing. */
const Kept = v.object({ form: IdentityForm, own: v.nullable(OwnIdentityOutput) });
export type Kept = v.InferOutput<typeof Kept>;

const FORM = "form";
const nameOf = (slot: PictureSlot) => `picture-${slot}`;

export function localPicture(bytes: Uint8Array<ArrayBuffer>): LocalPicture {
  return { bytes, blob: new Blob([bytes], { type: PICTURE_TYPE }) };
}

/** What this device keeps of a person's unsent answers; null where that is nothing. Pictures that are gone are asked for again. */
export async function readForm(userId: number): Promise<{ kept: Kept; pictures: LocalPictures } | null> {
  const bytes = await readUnsent(userId, FORM, nowMs());
  const kept = v.safeParse(
    v.pipe(v.string(), v.parseJson(), Kept),
    bytes === null ? "" : new TextDecoder().decode(bytes),
  );
  if (!kept.success) return null;
  const { form, own } = kept.output;
  const pictures: Partial<Record<PictureSlot, LocalPicture>> = {};
  const known = { ...form.pictures };
  for (const slot of PICTURE_SLOTS) {
    if (known[slot] === undefined) continue;
    const picture = await readUnsent(userId, nameOf(slot), nowMs());
    if (picture === null) delete known[slot];
    else pictures[slot] = localPicture(picture);
  }
  return { kept: { form: { ...form, pictures: known }, own }, pictures };
}

/** False where this device keeps nothing. */
export function keepForm(userId: number, kept: Kept): Promise<boolean> {
  return keep(userId, FORM, new TextEncoder().encode(JSON.stringify(kept)));
}

export function keepPicture(userId: number, slot: PictureSlot, { bytes }: LocalPicture): Promise<boolean> {
  return keep(userId, nameOf(slot), bytes);
}

export function dropPicture(slot: PictureSlot): Promise<void> {
  return dropUnsent(nameOf(slot));
}

/** Everything is sent, or wanted no more. */
export function dropForm(): Promise<void> {
  return removeUnsent();
}

async function keep(userId: number, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const until = nowMs() + UNSENT_MS;
  const isKept = await keepUnsent(userId, name, bytes, until);
  if (isKept) noteUnsent(until);
  return isKept;
}
