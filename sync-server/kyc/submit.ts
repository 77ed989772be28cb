import { type ClientSession, MongoServerError } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { SubmitIdentityInput } from "#schemas/identity.ts";
import type { PictureSlot } from "#schemas/kyc.ts";
import { sealsOf } from "#server/platform/seals/row-seals.ts";
import { readConsent } from "./consents.ts";
import { endHandOver } from "./hand-overs.ts";
import { erasePictures, type IdentityDeps, picturesOf, removePictures } from "./pictures.ts";
import { dayAhead } from "./retention.ts";
import { judgeSubmission, refuseClosed, type Submission } from "./rules.ts";
import {
  changeVerification,
  FIELD_OF_SLOT,
  findVerificationOf,
  insertVerification,
  keepDocumentNumber,
  markOf,
  readDocumentNumber,
  type Verification,
} from "./verifications.ts";

const SENT = "kyc sent";
const DUPLICATE_KEY = 11_000;
/** What was sent in by former keys need not be known for ever. */
const MOST_SENT = 20;

/**
 * Sends a check in, or what was asked again: the row, its pictures and the number in one transaction. The same key changes nothing
 * more. Throws what {@link refuseClosed} and {@link judgeSubmission} do, `identity-upload-unknown` and `idempotency-key-reused`.
 */
export async function submitIdentity(deps: IdentityDeps, userId: number, input: SubmitIdentityInput): Promise<void> {
  try {
    await submitOnce(deps, userId, input);
  } catch (error) {
    // Of two first submissions at once one is there; the other finds it now.
    if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
    await submitOnce(deps, userId, input);
  }
}

async function submitOnce(deps: IdentityDeps, userId: number, input: SubmitIdentityInput): Promise<void> {
  const { runtime, files, secrets } = deps;
  const { database, clock, config } = runtime;
  const digest = digestOf(deps, userId, input);
  const seen = await findVerificationOf(runtime, userId, null);
  if (wasSent(seen, input.idempotencyKey, digest)) return;
  refuseClosed(seen, await readConsent(runtime, userId, null));
  const said = judgeSubmission(seen, input);
  const number = said.documentNumber ?? (seen && (await readDocumentNumber(secrets, seen)));
  if (number === null) throw new AppError("identity-incomplete", { missing: "documentNumber" });
  // Before they belong to the check: from then on nothing lets them go within a day.
  for (const { upload } of said.pictures)
    await files.setDay(upload, { until: dayAhead(config.identity, clock.now()), isFinal: false });
  const isNew = await database.transaction(async (session) => {
    const check = await findVerificationOf(runtime, userId, session);
    if (wasSent(check, input.idempotencyKey, digest)) return false;
    const consent = await readConsent(runtime, userId, session);
    refuseClosed(check, consent);
    if (!consent || check?.version !== seen?.version) throw new AppError("identity-changed");
    const kept = await keepCheck(deps, session, userId, { check, said, number, consent, input, digest });
    for (const { slot, upload } of said.pictures) await takePicture(deps, session, kept, slot, upload);
    await removePictures(runtime, session, said.dropped, { requestedBy: `user ${userId}`, reason: "replaced" });
    if (said.documentNumber !== null) await keepDocumentNumber(secrets, session, userId, said.documentNumber);
    await endHandOver(runtime, userId, session);
    return true;
  });
  if (isNew)
    await erasePictures(
      deps,
      said.dropped.map((_id) => ({ _id })),
    );
}

interface Said {
  readonly check: Verification | null;
  readonly said: Submission;
  readonly number: string;
  readonly consent: { readonly version: number; readonly at: Date };
  readonly input: SubmitIdentityInput;
  readonly digest: string;
}

function keepCheck(
  { runtime }: IdentityDeps,
  session: ClientSession,
  userId: number,
  { check, said, number, consent, input, digest }: Said,
): Promise<Verification> {
  const { documentType, country, pictures, dropped } = said;
  const pictureOf = (slot: PictureSlot): string | null => {
    const former = check?.[FIELD_OF_SLOT[slot]] ?? null;
    const staying = former !== null && dropped.includes(former) ? null : former;
    return pictures.find((one) => one.slot === slot)?.upload ?? staying;
  };
  const fields = {
    documentType,
    country,
    documentMark: markOf(runtime.database, { documentType, country, number }),
    submittedDate: runtime.clock.now(),
    documentImageFront: pictureOf("front"),
    documentImageBack: pictureOf("back"),
    selfieImage: pictureOf("selfie"),
    consentVersion: consent.version,
    consentDate: consent.at,
    asked: [],
    attempts: (check?.attempts ?? 0) + 1,
    sent: [...(check?.sent ?? []), { key: input.idempotencyKey, digest }].slice(-MOST_SENT),
  };
  if (check) return changeVerification(runtime, session, check, fields);
  const undecided = {
    status: "pending",
    reviewDate: null,
    reviewedBy: null,
    rejectionReason: null,
    notes: "",
  } as const;
  return insertVerification(runtime, session, { userId, ...fields, ...undecided });
}

/** Makes a picture that came whole a part of the check. Throws `identity-upload-unknown` for any other. */
async function takePicture(
  { runtime: { database, clock } }: IdentityDeps,
  session: ClientSession,
  { id, userId }: Verification,
  slot: PictureSlot,
  upload: string,
): Promise<void> {
  const { matchedCount } = await picturesOf(database).updateOne(
    { _id: upload, userId, slot, isUnsent: true, file: { $ne: null }, keptUntil: { $gt: clock.now() } },
    { $set: { verificationId: id, isUnsent: false, keptUntil: null } },
    { session },
  );
  if (matchedCount === 0) throw new AppError("identity-upload-unknown");
}

/** Whether this was sent in before with this key. Throws `idempotency-key-reused` where something else was. */
function wasSent(check: Verification | null, key: string, digest: string): boolean {
  const before = check?.sent.find((one) => one.key === key);
  if (before && before.digest !== digest) throw new AppError("idempotency-key-reused");
  return before !== undefined;
}

/** Keyed, since the number of a document would be found out by it. */
function digestOf(
  { runtime }: IdentityDeps,
  userId: number,
  { documentType, country, documentNumber, pictures }: SubmitIdentityInput,
): string {
  return sealsOf(runtime.database).seal(SENT, { userId, documentType, country, documentNumber, pictures });
}
