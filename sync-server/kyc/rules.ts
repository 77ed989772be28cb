import { AppError } from "#schemas/errors.ts";
import type { SubmitIdentityInput } from "#schemas/identity.ts";
import {
  CONSENT_VERSION,
  type DocumentType,
  IDENTITY_FIELDS,
  type IdentityPart,
  PICTURE_SLOTS,
  type PictureSlot,
  slotsOf,
} from "#schemas/kyc.ts";
import { FIELD_OF_SLOT, type Verification } from "./verifications.ts";

/** What a submission comes to: which document it is of, the pictures that come with it, and the former ones that go. */
export interface Submission {
  readonly documentType: DocumentType;
  readonly country: string;
  /** Null where the number stays as it was. */
  readonly documentNumber: string | null;
  readonly pictures: readonly { readonly slot: PictureSlot; readonly upload: string }[];
  /** Ids of pictures that are replaced, or that this kind of document does not have. */
  readonly dropped: readonly string[];
}

/**
 * Whether something may be sent in now. Throws `identity-consent-missing`, `identity-consent-old`, `identity-settled`,
 * `identity-under-way`.
 */
export function refuseClosed(check: Verification | null, consent: { readonly version: number } | null): void {
  if (check && check.status !== "pending") throw new AppError("identity-settled");
  if (check && check.asked.length === 0) throw new AppError("identity-under-way");
  if (!consent) throw new AppError("identity-consent-missing");
  if (consent.version !== CONSENT_VERSION) throw new AppError("identity-consent-old");
}

/** Throws `identity-not-asked` for a picture that no answer to what was asked again can have. */
export function refuseNotAsked(check: Verification | null, slot: PictureSlot): void {
  if (!check) return;
  const asked = askedParts(check);
  // Another kind of document has other pictures.
  const isOfDocument = asked.has("documentType") && slot !== "selfie";
  if (!asked.has(slot) && !isOfDocument) throw new AppError("identity-not-asked");
}

/**
 * Reads what is sent in by what is asked: all of a first check, and of a later one nothing else than what was asked again. Throws
 * `identity-incomplete`, `identity-not-asked`.
 */
export function judgeSubmission(check: Verification | null, input: SubmitIdentityInput): Submission {
  const asked = check ? askedParts(check) : new Set<IdentityPart>(IDENTITY_FIELDS);
  for (const field of IDENTITY_FIELDS) {
    if (input[field] === undefined && asked.has(field)) throw incomplete(field);
    if (input[field] !== undefined && !asked.has(field)) throw new AppError("identity-not-asked");
  }
  const documentType = input.documentType ?? check?.documentType;
  const country = input.country ?? check?.country;
  if (!documentType) throw incomplete("documentType");
  if (!country) throw incomplete("country");
  const wanted = wantedPictures(check, documentType, asked);
  const pictures = wanted.map((slot) => {
    const upload = input.pictures[slot];
    if (upload === undefined) throw incomplete(slot);
    return { slot, upload };
  });
  if (PICTURE_SLOTS.some((slot) => input.pictures[slot] !== undefined && !wanted.includes(slot)))
    throw new AppError("identity-not-asked");
  const going = PICTURE_SLOTS.filter((slot) => wanted.includes(slot) || !slotsOf(documentType).includes(slot));
  const dropped = going.flatMap((slot) => check?.[FIELD_OF_SLOT[slot]] ?? []);
  return { documentType, country, documentNumber: input.documentNumber ?? null, pictures, dropped };
}

function wantedPictures(
  check: Verification | null,
  documentType: DocumentType,
  asked: ReadonlySet<IdentityPart>,
): readonly PictureSlot[] {
  const slots = slotsOf(documentType);
  if (!check) return slots;
  const isOther = documentType !== check.documentType;
  return slots.filter(
    (slot) => asked.has(slot) || check[FIELD_OF_SLOT[slot]] === null || (isOther && slot !== "selfie"),
  );
}

function askedParts({ asked }: Verification): ReadonlySet<IdentityPart> {
  return new Set(asked.map(({ part }) => part));
}

function incomplete(missing: IdentityPart): AppError {
  return new AppError("identity-incomplete", { missing });
}
