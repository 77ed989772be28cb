import type { ClientSession, Collection, Document } from "mongodb";
import type { IdentityAsked } from "#schemas/identity.ts";
import type { DocumentType, PictureSlot, RejectCause } from "#schemas/kyc.ts";
import type { KycStatus } from "#schemas/users.ts";
import { AppError } from "#schemas/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import { SealBrokenError, sealsOf } from "#server/platform/seals/row-seals.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { setIdentity } from "#server/users/index.ts";

/** One person's identity check; there is at most one of each person. Its pictures are named by their ids. */
interface VerificationFields {
  readonly userId: number;
  readonly documentType: DocumentType;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The name of the secret that holds it; see {@link readDocumentNumber}. */
  readonly documentNumber: string;
  /** Equal for equal documents, of whomever; see {@link markOf}. */
  readonly documentMark: string;
  readonly status: KycStatus;
  /** When something was last sent in for it. */
  readonly submittedDate: Date;
  readonly reviewDate: Date | null;
  readonly reviewedBy: number | null;
  readonly documentImageFront: string | null;
  readonly documentImageBack: string | null;
  readonly selfieImage: string | null;
  readonly rejectionReason: RejectCause | null;
  /** What its reviewer wrote to the person. */
  readonly notes: string;
  readonly consentVersion: number;
  readonly consentDate: Date;
  /** What is asked for again, beside `pending`; empty while nothing is. */
  readonly asked: readonly IdentityAsked[];
  readonly version: number;
  /** How often the person sent something in for it. */
  readonly attempts: number;
  /** Under which keys, and a digest of what, it was sent in. */
  readonly sent: readonly { readonly key: string; readonly digest: string }[];
}

/** A check as it is stored. */
export interface Verification extends VerificationFields, Document {
  readonly id: number;
  readonly seal?: string;
}

/** What may be changed of one; its version grows with it. */
export type VerificationChange = Partial<Omit<VerificationFields, "userId" | "version">>;

export const VERIFICATIONS = "kyc_verifications";
const MARK = "kyc document";

/** Everything that somebody decides or is let in by: who writes the database approves nobody, nor exchanges a picture. */
export const VERIFICATION_KIND: SealedKind<Verification> = {
  collection: VERIFICATIONS,
  contentOf: (row) => ({
    id: row.id,
    userId: row.userId,
    documentType: row.documentType,
    country: row.country,
    documentNumber: row.documentNumber,
    documentMark: row.documentMark,
    status: row.status,
    submittedDate: row.submittedDate,
    reviewDate: row.reviewDate,
    reviewedBy: row.reviewedBy,
    pictures: PICTURE_FIELDS.map((field) => row[field]),
    rejectionReason: row.rejectionReason,
    notes: row.notes,
    consentVersion: row.consentVersion,
    consentDate: row.consentDate,
    asked: row.asked,
    version: row.version,
    attempts: row.attempts,
  }),
};

const PICTURE_FIELDS = ["documentImageFront", "documentImageBack", "selfieImage"] as const;
/** Where the id of each picture stands. */
export const FIELD_OF_SLOT: Readonly<Record<PictureSlot, (typeof PICTURE_FIELDS)[number]>> = {
  front: "documentImageFront",
  back: "documentImageBack",
  selfie: "selfieImage",
};

export function verificationsOf(database: Database): Collection<Verification> {
  return database.collection<Verification>(VERIFICATIONS);
}

/** The check of this number; null where there is none. Throws {@link SealBrokenError} where somebody else wrote it. */
export async function findVerification(runtime: Runtime, id: number, session: ClientSession | null) {
  return believed(runtime, await verificationsOf(runtime.database).findOne({ id }, inSession(session)));
}

/** The check of this person, likewise. */
export async function findVerificationOf(runtime: Runtime, userId: number, session: ClientSession | null) {
  return believed(runtime, await verificationsOf(runtime.database).findOne({ userId }, inSession(session)));
}

/** A row as the server wrote it. Throws {@link SealBrokenError} for any other, of which operators are told. */
export async function believed(runtime: Runtime, row: Verification | null): Promise<Verification | null> {
  if (!row || isRowSealed(runtime.database, VERIFICATION_KIND, row)) return row;
  await tellForged(runtime, `identity check ${row.id}`, { userId: row.userId, check: row.id });
  throw new SealBrokenError(`identity check ${row.id}`);
}

/** Keeps a person's first submission, and has the user stand as it does. */
export async function insertVerification(
  runtime: Runtime,
  session: ClientSession,
  fields: Omit<VerificationFields, "version" | "documentNumber">,
): Promise<Verification> {
  const { database } = runtime;
  const id = await database.nextIds(session, VERIFICATIONS, 1);
  const row: Verification = { ...fields, id, version: 1, documentNumber: numberSecret(fields.userId) };
  await verificationsOf(database).insertOne({ ...row, seal: sealRow(database, VERIFICATION_KIND, row) }, { session });
  await setIdentity(runtime, session, row.userId, row.status);
  return row;
}

/**
 * Changes a check that is as it was read, and has its user stand as it does. Answers with it as it is then. Throws
 * `identity-changed` where somebody else changed it meanwhile.
 */
export async function changeVerification(
  runtime: Runtime,
  session: ClientSession,
  seen: Verification,
  change: VerificationChange,
): Promise<Verification> {
  const { database } = runtime;
  const row: Verification = { ...seen, ...change, version: seen.version + 1 };
  const set = { ...change, version: row.version, seal: sealRow(database, VERIFICATION_KIND, row) };
  const { matchedCount } = await verificationsOf(database).updateOne(
    { id: seen.id, version: seen.version },
    { $set: set },
    { session },
  );
  if (matchedCount === 0) throw new AppError("identity-changed");
  if (row.status !== seen.status) await setIdentity(runtime, session, row.userId, row.status);
  return row;
}

/** Forgets a check altogether; its pictures are the caller's to remove. */
export async function dropVerification(
  runtime: Runtime,
  session: ClientSession,
  { id, userId }: Pick<Verification, "id" | "userId">,
): Promise<void> {
  await verificationsOf(runtime.database).deleteOne({ id }, { session });
  await setIdentity(runtime, session, userId, "pending");
}

/** Keeps the number of a person's document, encrypted. */
export function keepDocumentNumber(
  secrets: SecretStore,
  session: ClientSession,
  userId: number,
  number: string,
): Promise<void> {
  return secrets.put(session, numberSecret(userId), Buffer.from(number));
}

/** The number of a document as it was typed; null once it was removed. That it was read stands in the audit log. */
export function readDocumentNumber(
  secrets: SecretStore,
  { userId }: Pick<Verification, "userId">,
): Promise<string | null> {
  return secrets.use(numberSecret(userId), (plain) => plain.toString("utf8"));
}

export function dropDocumentNumber(secrets: SecretStore, session: ClientSession, userId: number): Promise<void> {
  return secrets.drop(session, numberSecret(userId));
}

/** A digest of a document that nobody can make or try out without the server's key, whatever spaces and dashes were typed. */
export function markOf(
  database: Database,
  {
    documentType,
    country,
    number,
  }: { readonly documentType: string; readonly country: string; readonly number: string },
): string {
  const normalised = number
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  return sealsOf(database).seal(MARK, `${documentType}|${country}|${normalised}`);
}

function numberSecret(userId: number): string {
  return `identity document ${userId}`;
}
