import * as v from "valibot";
import { entity, optionalDate, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { Id } from "./values/fields.ts";
import { KycStatus } from "./users.ts";

/** An identity check. The images are ids of encrypted files, shown to admins only. */
export const KycVerifications = entity("kyc_verifications", {
  userId: Id,
  documentType: v.string(),
  documentNumber: v.string(),
  status: v.optional(KycStatus, "pending"),
  submittedDate: StoredDate,
  reviewDate: optionalDate,
  reviewedBy: optionalInteger,
  documentImageFront: optionalText,
  documentImageBack: optionalText,
  selfieImage: optionalText,
  rejectionReason: optionalText,
  notes: optionalText,
});

/** How far one's own identity check is; `status` is null before anything was sent. */
export const KycStatusOutput = v.strictObject({ status: v.nullable(KycStatus), isVerified: v.boolean() });
export type KycStatusOutput = v.InferOutput<typeof KycStatusOutput>;
