import * as v from "valibot";
import { entity, optionalDate, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { Id, JsonList } from "./values/fields.ts";
import { KycStatus } from "./users.ts";

/** What proves who somebody is; all but a passport have two sides. */
export const DOCUMENT_TYPES = ["passport", "national-id", "driving-licence", "residence-permit"] as const;
export const DocumentType = v.picklist(DOCUMENT_TYPES);
export type DocumentType = v.InferOutput<typeof DocumentType>;

/** The pictures of an identity check. */
export const PICTURE_SLOTS = ["front", "back", "selfie"] as const;
export const PictureSlot = v.picklist(PICTURE_SLOTS);
export type PictureSlot = v.InferOutput<typeof PictureSlot>;

/** Which pictures a document asks for, in the order they are taken in. */
export function slotsOf(documentType: DocumentType): readonly PictureSlot[] {
  return documentType === "passport" ? ["front", "selfie"] : PICTURE_SLOTS;
}

/** What a person types of their document. */
export const IDENTITY_FIELDS = ["documentType", "country", "documentNumber"] as const;
export const IdentityField = v.picklist(IDENTITY_FIELDS);
export type IdentityField = v.InferOutput<typeof IdentityField>;

/** What can be asked for again. */
export const IDENTITY_PARTS = [...PICTURE_SLOTS, ...IDENTITY_FIELDS] as const;
export const IdentityPart = v.picklist(IDENTITY_PARTS);
export type IdentityPart = v.InferOutput<typeof IdentityPart>;

/** Why a picture or a field is asked for again. */
export const ASK_REASONS = [
  "unreadable",
  "cut-off",
  "glare",
  "wrong-side",
  "wrong-document",
  "expired",
  "not-original",
  "face-unclear",
  "does-not-match",
  "mistyped",
] as const;
export const AskReason = v.picklist(ASK_REASONS);
export type AskReason = v.InferOutput<typeof AskReason>;

/** Why somebody is refused for good. */
export const REJECT_CAUSES = [
  "altered",
  "other-person",
  "not-accepted",
  "under-age",
  "no-answer",
  "may-not-serve",
] as const;
export const RejectCause = v.picklist(REJECT_CAUSES);
export type RejectCause = v.InferOutput<typeof RejectCause>;

/** What a device noticed of a picture that was sent all the same. */
export const PICTURE_HINTS = ["dark", "bright", "blurred", "glare", "cut-off", "small"] as const;
export const PictureHint = v.picklist(PICTURE_HINTS);
export type PictureHint = v.InferOutput<typeof PictureHint>;

/** What is consented to, numbered anew whenever its words change in more than wording. */
export const CONSENT_VERSION = 1;

/** An identity check. The pictures are ids of encrypted files, shown to reviewers only. */
export const KycVerifications = entity("kyc_verifications", {
  userId: Id,
  documentType: v.string(),
  /** Encrypted; what is compared is `documentMark`. */
  documentNumber: v.string(),
  status: v.optional(KycStatus, "pending"),
  submittedDate: StoredDate,
  reviewDate: optionalDate,
  reviewedBy: optionalInteger,
  documentImageFront: optionalText,
  documentImageBack: optionalText,
  selfieImage: optionalText,
  /** A {@link RejectCause}. */
  rejectionReason: optionalText,
  /** What its reviewer wrote to the person. */
  notes: optionalText,
  /** ISO 3166-1 alpha-2. */
  country: v.optional(v.string(), ""),
  /** A keyed digest of type, country and number: equal for equal documents, of whomever. */
  documentMark: v.optional(v.string(), ""),
  consentVersion: v.optional(v.number(), CONSENT_VERSION),
  consentDate: optionalDate,
  /** What is asked for again, as `IdentityAsked[]`; empty while nothing is. */
  asked: v.optional(JsonList, []),
  /** Counts whatever happens to it, so that nobody decides what they have not seen. */
  version: v.optional(v.number(), 1),
});

/** How far one's own identity check is; `status` is null before anything was sent. */
export const KycStatusOutput = v.strictObject({ status: v.nullable(KycStatus), isVerified: v.boolean() });
export type KycStatusOutput = v.InferOutput<typeof KycStatusOutput>;

/** What SEP-12 calls the state of a customer. */
export type CustomerStatus = "ACCEPTED" | "PROCESSING" | "NEEDS_INFO" | "REJECTED";

/**
 * The state of an identity check as SEP-12 names it, total: of who sent nothing and of whom more is asked it needs more, and rejected is
 * for good.
 */
export function customerStatusOf(status: KycStatus | null, isMoreAsked: boolean): CustomerStatus {
  if (status === "approved") return "ACCEPTED";
  if (status === "rejected") return "REJECTED";
  return status === null || isMoreAsked ? "NEEDS_INFO" : "PROCESSING";
}
