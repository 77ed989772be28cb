import * as v from "valibot";
import { IdentityAsked } from "./identity.ts";
import { DocumentType, PictureHint, PictureSlot, RejectCause } from "./kyc.ts";
import { LIST_FILTERS, NextRow, RowPlace } from "./list-filters.ts";
import { KycStatus } from "./users.ts";
import { Instant, reasonText, textUpTo } from "./values/fields.ts";

/** A row of the queue: `waiting` are undecided and not with the person again, by when they were last sent, oldest first; all others newest first. */
export const IDENTITY_SHOWS = ["waiting", "asked", "decided"] as const;
export type IdentityShow = (typeof IDENTITY_SHOWS)[number];

/** Which checks; `before` is the number of one: what follows comes after it in the list's own order. */
export const IdentitiesQuery = v.strictObject({ ...LIST_FILTERS, before: v.optional(RowPlace) });
export type IdentitiesQuery = v.InferOutput<typeof IdentitiesQuery>;

const Row = {
  id: v.number(),
  userId: v.number(),
  username: v.string(),
  documentType: DocumentType,
  country: v.string(),
  status: KycStatus,
  isMoreAsked: v.boolean(),
  submittedDate: Instant,
  /** When it should have been decided. */
  dueDate: Instant,
  reviewDate: v.nullable(Instant),
  reviewedBy: v.nullable(v.number()),
  /** How often the person sent something for it. */
  attempts: v.number(),
  /** How many other people sent the same document. */
  duplicates: v.number(),
};
export const IdentityRow = v.strictObject(Row);
export type IdentityRow = v.InferOutput<typeof IdentityRow>;

export const IdentitiesOutput = v.strictObject({ next: NextRow, total: v.number(), identities: v.array(IdentityRow) });
export type IdentitiesOutput = v.InferOutput<typeof IdentitiesOutput>;

export const IdentityParams = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, "Malformed check number"), v.transform(Number)),
});
export const IdentityPictureParams = v.strictObject({ ...IdentityParams.entries, slot: PictureSlot });

const Picture = v.strictObject({
  slot: PictureSlot,
  /** Null once it was removed. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  hints: v.array(PictureHint),
  /** Hex SHA-256 of what was sent, kept when the picture is not. */
  sha256: v.string(),
  isFromPhone: v.boolean(),
  sentAt: Instant,
  removedAt: v.nullable(Instant),
});

/** Everything of a check that its reviewer decides by; that it was opened is a row of the audit chain. */
export const IdentityCaseOutput = v.strictObject({
  ...Row,
  version: v.number(),
  email: v.string(),
  memberSince: Instant,
  documentNumber: v.string(),
  consent: v.strictObject({ version: v.number(), at: Instant }),
  pictures: v.array(Picture),
  asked: v.array(IdentityAsked),
  rejected: v.nullable(v.strictObject({ cause: RejectCause, note: v.string() })),
  /** Who else sent this document. */
  sameDocument: v.array(
    v.strictObject({ id: v.number(), userId: v.number(), username: v.string(), status: KycStatus }),
  ),
  /** Whether a second operator has to agree to a decision of this kind, as it stands now. */
  needsSecond: v.strictObject({ approve: v.boolean(), reject: v.boolean() }),
  /** What was decided and asked before, newest first, with the private notes beside it. */
  history: v.array(
    v.strictObject({
      at: Instant,
      by: v.number(),
      act: v.picklist(["approved", "asked", "rejected"]),
      asked: v.array(IdentityAsked),
      cause: v.nullable(RejectCause),
      note: v.string(),
      privateNote: v.string(),
    }),
  ),
  /** When its pictures are removed; null while it is undecided, and once they are. */
  picturesUntil: v.nullable(Instant),
});
export type IdentityCaseOutput = v.InferOutput<typeof IdentityCaseOutput>;

/** Each decision names the version that was seen, and why in the operators' own log. */
const Decision = { version: v.number(), reason: reasonText(500) };
export const ApproveIdentityInput = v.strictObject(Decision);
export const AskIdentityInput = v.strictObject({
  ...Decision,
  asked: v.pipe(v.array(IdentityAsked), v.minLength(1), v.maxLength(6)),
});
export const RejectIdentityInput = v.strictObject({ ...Decision, cause: RejectCause, note: textUpTo(300) });
