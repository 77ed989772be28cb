import * as v from "valibot";
import { AskReason, DocumentType, IdentityPart, PictureHint, PictureSlot, PICTURE_SLOTS, RejectCause } from "./kyc.ts";
import { KycStatus } from "./users.ts";
import { says } from "./values/field-sentences.ts";
import { IdempotencyKey, Instant, requiredText, textUpTo } from "./values/fields.ts";

/** The largest picture that is taken, in bytes, and what a device makes of one: the long side in pixels. */
export const IDENTITY_PICTURE = { bytes: 2 * 1024 * 1024, leastSide: 1600, mostSide: 2560 } as const;
/** A picture is sent in parts of this many bytes, the last one shorter. */
export const UPLOAD_PART_BYTES = 128 * 1024;
/** How long a link to a phone is good for. */
export const HAND_OVER_MS = 10 * 60_000;
/** How long a picture that was never sent in is kept, on a device as on the server. */
export const UNSENT_MS = 24 * 60 * 60_000;

/** The number of a document as printed: letters, digits and what stands between them. */
export const DocumentNumber = v.pipe(
  requiredText(40, says("document-number")),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u, says("document-number")),
);
/** ISO 3166-1 alpha-2. */
export const Country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, says("country")));

/** A picture or a field that is asked for again, with what the reviewer wrote beside it. */
export const IdentityAsked = v.strictObject({ part: IdentityPart, reason: AskReason, note: textUpTo(300) });
export type IdentityAsked = v.InferOutput<typeof IdentityAsked>;

/** A picture that is being sent or was, and is not yet part of a check. */
const Upload = v.strictObject({
  upload: v.string(),
  slot: PictureSlot,
  bytes: v.number(),
  received: v.number(),
  /** Whether it came whole, was read as a picture and is kept. */
  isWhole: v.boolean(),
  /** Hex SHA-256 of the file as it is sent, by which a device knows its own. */
  sha256: v.string(),
  isFromPhone: v.boolean(),
  keptUntil: Instant,
});
export type Upload = v.InferOutput<typeof Upload>;

/** All that a person sees of their own identity check. */
export const OwnIdentityOutput = v.strictObject({
  status: v.nullable(KycStatus),
  isVerified: v.boolean(),
  /** Null before anything was sent. */
  documentType: v.nullable(DocumentType),
  country: v.nullable(v.string()),
  submittedDate: v.nullable(Instant),
  reviewDate: v.nullable(Instant),
  /** Beside `pending`: what is asked for again; empty while nothing is. */
  asked: v.array(IdentityAsked),
  rejected: v.nullable(v.strictObject({ cause: RejectCause, note: v.string() })),
  /** When the pictures are removed; null for none, and while it is undecided. */
  picturesUntil: v.nullable(Instant),
  hasPictures: v.boolean(),
  /** The version that was consented to and when; null for never, or a former version alone. */
  consent: v.nullable(v.strictObject({ version: v.number(), at: Instant })),
  uploads: v.array(Upload),
  /** The link to a phone that is open. */
  handOver: v.nullable(v.strictObject({ state: v.picklist(["waiting", "opened"]), until: Instant })),
  /** Days that pictures are kept after a decision. */
  retentionDays: v.number(),
});
export type OwnIdentityOutput = v.InferOutput<typeof OwnIdentityOutput>;

export const ConsentInput = v.strictObject({ version: v.number() });

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "Malformed digest"));
/** Begins a picture, or finds the one that was begun: the same slot, length and digest go on where it was cut. */
export const UploadInput = v.strictObject({
  slot: PictureSlot,
  bytes: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(1),
    v.maxValue(IDENTITY_PICTURE.bytes, says("identity-picture-too-large")),
  ),
  sha256: Sha256,
  hints: v.pipe(v.array(PictureHint), v.maxLength(6)),
});
export type UploadInput = v.InferOutput<typeof UploadInput>;
export const UploadOutput = Upload;

/** The next bytes of a picture; what was received before is left alone, and the answer says where to go on. */
export const UploadPartParams = v.strictObject({
  upload: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/, "Malformed upload")),
  offset: v.pipe(v.string(), v.regex(/^\d{1,8}$/, "Malformed offset"), v.transform(Number)),
});
export const UploadParams = v.strictObject({ slot: PictureSlot });

/**
 * Sends a check in, or answers what was asked again: fields that were not asked for then are left out. The same key again answers with
 * what the first one did.
 */
export const SubmitIdentityInput = v.strictObject({
  idempotencyKey: IdempotencyKey,
  documentType: v.optional(DocumentType),
  country: v.optional(Country),
  documentNumber: v.optional(DocumentNumber),
  /** The uploads that are meant, by slot. */
  pictures: v.strictObject({
    front: v.optional(v.string()),
    back: v.optional(v.string()),
    selfie: v.optional(v.string()),
  }),
});
export type SubmitIdentityInput = v.InferOutput<typeof SubmitIdentityInput>;

/** Opens a form to a phone, for these pictures. */
export const HandOverInput = v.strictObject({
  slots: v.pipe(v.array(PictureSlot), v.minLength(1), v.maxLength(PICTURE_SLOTS.length)),
  documentType: DocumentType,
});
/** The link's secret, told once: it stands behind the `#` of the link, which no server sees. */
export const HandOverOutput = v.strictObject({ token: v.string(), until: Instant });

export const OpenHandOverInput = v.strictObject({ token: v.pipe(v.string(), v.maxLength(64)) });
/** What a phone that opened the link may do, and its key for that: sent along in {@link HAND_OVER_HEADER}. */
export const OpenHandOverOutput = v.strictObject({
  key: v.string(),
  slots: v.array(PictureSlot),
  documentType: DocumentType,
  until: Instant,
});
export const HAND_OVER_HEADER = "x-hand-over";

/** What a device that gives the form away is told over the socket: its own check, or what is sent for it, changed. It tells nothing else. */
export const IDENTITY_CHANGED = "identity:changed";
