import * as v from "valibot";
import { DocumentNumber, type IdentityAsked, type OwnIdentityOutput, type Upload } from "#schemas/identity.ts";
import {
  CONSENT_VERSION,
  DocumentType,
  IDENTITY_FIELDS,
  type IdentityField,
  IdentityPart,
  PictureHint,
  PictureSlot,
  slotsOf,
} from "#schemas/kyc.ts";

/** What is known of a picture that lies on this device. */
const KeptPicture = v.object({
  sha256: v.string(),
  hints: v.array(PictureHint),
  bytes: v.number(),
});
export type KeptPicture = v.InferOutput<typeof KeptPicture>;

/** All answers that were given and not sent yet. */
export const IdentityForm = v.object({
  /** What was asked when they were given; empty where it was everything. */
  round: v.array(IdentityPart),
  documentType: v.nullable(DocumentType),
  country: v.string(),
  documentNumber: v.string(),
  pictures: v.object({
    front: v.optional(KeptPicture),
    back: v.optional(KeptPicture),
    selfie: v.optional(KeptPicture),
  }),
  /** How often the device had something to say against a picture. */
  warned: v.object({
    front: v.optional(v.number(), 0),
    back: v.optional(v.number(), 0),
    selfie: v.optional(v.number(), 0),
  }),
  /** Set once the person sent it off: it goes on by itself until it has arrived. */
  isSending: v.boolean(),
  idempotencyKey: v.string(),
});
export type IdentityForm = v.InferOutput<typeof IdentityForm>;

/** After so many warnings a picture may be used all the same. */
const WARNINGS = 2;

export function emptyForm(own: Pick<OwnIdentityOutput, "asked">, idempotencyKey: string): IdentityForm {
  return {
    round: roundOf(own),
    documentType: null,
    country: "",
    documentNumber: "",
    pictures: {},
    warned: { front: 0, back: 0, selfie: 0 },
    isSending: false,
    idempotencyKey,
  };
}

function roundOf({ asked }: Pick<OwnIdentityOutput, "asked">): IdentityPart[] {
  return asked.map(({ part }) => part).toSorted();
}

/** Whether answers belong to what is asked now: what was kept for another question is worth nothing. */
export function isOfThisRound(form: IdentityForm, own: Pick<OwnIdentityOutput, "asked">): boolean {
  return form.round.join(" ") === roundOf(own).join(" ");
}

/** Whether a person can send something now. */
export function isOpen({ status, asked }: Pick<OwnIdentityOutput, "status" | "asked">): boolean {
  return status === null || (status === "pending" && asked.length > 0);
}

export function hasConsented({ consent }: Pick<OwnIdentityOutput, "consent">): boolean {
  return consent !== null && consent.version === CONSENT_VERSION;
}

/** What is wanted of a person: everything at first, then what is asked again. */
export interface Wanted {
  readonly fields: readonly IdentityField[];
  readonly slots: readonly PictureSlot[];
}

export function wantedOf(
  own: Pick<OwnIdentityOutput, "asked" | "documentType" | "hasPictures">,
  form: IdentityForm,
): Wanted {
  const asked = new Set<IdentityPart>(own.asked.map(({ part }) => part));
  const type = form.documentType ?? own.documentType ?? "national-id";
  if (asked.size === 0) return { fields: IDENTITY_FIELDS, slots: slotsOf(type) };
  const isAnother = asked.has("documentType") && form.documentType !== null && type !== own.documentType;
  return {
    fields: IDENTITY_FIELDS.filter((field) => asked.has(field)),
    // Nobody has seen another document yet, nor what was removed meanwhile.
    slots: slotsOf(type).filter((slot) => asked.has(slot) || !own.hasPictures || (isAnother && slot !== "selfie")),
  };
}

export type Step = "document" | PictureSlot | "review";

export function stepsOf({ fields, slots }: Wanted): readonly Step[] {
  return [...(fields.length > 0 ? (["document"] as const) : []), ...slots, "review"];
}

/** What is wrong with what was typed, as far as it is asked: by field, why. */
export function fieldProblems(
  form: IdentityForm,
  { fields }: Wanted,
): Partial<Record<IdentityField, "missing" | "malformed">> {
  const problems: Partial<Record<IdentityField, "missing" | "malformed">> = {};
  if (fields.includes("documentType") && form.documentType === null) problems.documentType = "missing";
  if (fields.includes("country") && form.country === "") problems.country = "missing";
  if (fields.includes("documentNumber")) {
    if (form.documentNumber.trim() === "") problems.documentNumber = "missing";
    else if (!v.is(DocumentNumber, form.documentNumber)) problems.documentNumber = "malformed";
  }
  return problems;
}

/** What the server has whole of a picture; null where it has nothing. */
export function arrivedOf(uploads: readonly Upload[], slot: PictureSlot): Upload | null {
  return uploads.findLast((upload) => upload.slot === slot && upload.isWhole) ?? null;
}

export function hasPicture(form: IdentityForm, uploads: readonly Upload[], slot: PictureSlot): boolean {
  return form.pictures[slot] !== undefined || arrivedOf(uploads, slot) !== null;
}

/** The first step that something is missing in. */
export function openStep(form: IdentityForm, wanted: Wanted, uploads: readonly Upload[]): Step {
  const isDone = (step: Step) =>
    step === "document"
      ? Object.keys(fieldProblems(form, wanted)).length === 0
      : step !== "review" && hasPicture(form, uploads, step);
  return stepsOf(wanted).find((step) => !isDone(step)) ?? "review";
}

/** The step that is shown: the one that is asked for, unless something is missing before it. */
export function shownStep(asked: string, form: IdentityForm, wanted: Wanted, uploads: readonly Upload[]): Step {
  const steps = stepsOf(wanted);
  const open = openStep(form, wanted, uploads);
  const found = steps.find((step) => step === asked);
  return found !== undefined && steps.indexOf(found) <= steps.indexOf(open) ? found : open;
}

/** Whether a picture that a device has something to say against may be used all the same. */
export function mayBeUsed(form: Pick<IdentityForm, "warned">, slot: PictureSlot): boolean {
  return form.warned[slot] > WARNINGS;
}

/** What was asked again of this part, if anything. */
export function askedOf(own: Pick<OwnIdentityOutput, "asked">, part: IdentityPart): IdentityAsked | null {
  return own.asked.find((asked) => asked.part === part) ?? null;
}
