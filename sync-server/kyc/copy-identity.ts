import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { AppError } from "#schemas/errors.ts";
import { notePending } from "#server/platform/audit/pending.ts";
import { allConsents } from "./consents.ts";
import { type IdentityDeps, type Picture, picturesOf, readPicture } from "./pictures.ts";
import { findVerificationOf, readDocumentNumber, type Verification } from "./verifications.ts";

const PIECE_BYTES = 64 * 1024;

/**
 * All that is held about a person's identity, as the parts of a zip: what is known as JSON, and each picture. That it was taken is
 * noted before anything is read. Throws `identity-unknown` where nothing is held.
 */
export async function copyIdentity(deps: IdentityDeps, userId: number): Promise<AsyncIterable<Uint8Array>> {
  const { runtime } = deps;
  const { database, clock } = runtime;
  const check = await findVerificationOf(runtime, userId, null);
  const pictures = await picturesOf(database).find({ userId }).sort({ sentAt: 1 }).toArray();
  const consents = await allConsents(runtime, userId);
  if (!check && pictures.length === 0 && consents.length === 0) throw new AppError("identity-unknown");
  const event = {
    action: "reveal",
    address: `user ${userId}`,
    purpose: "identity-copy",
    payloadHash: "",
    requestedBy: `user ${userId}`,
    reason: "a copy for its owner",
  } as const;
  await database.transaction((session) => notePending(database, session, event, clock.now()));
  const number = check && (await readDocumentNumber(deps.secrets, check));
  const facts = { check: check && factsOf(check, number), consents, pictures: pictures.map(pictureFacts) };
  return zipOf(deps, JSON.stringify(facts, null, 2), pictures);
}

async function* zipOf(deps: IdentityDeps, facts: string, pictures: readonly Picture[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    ready.push(part);
  });
  const json = new ZipDeflate("identity.json");
  zip.add(json);
  json.push(Buffer.from(facts), true);
  yield* ready.splice(0);
  for (const picture of pictures.filter(({ file, removedAt }) => file && !removedAt)) {
    const bytes = await readKept(deps, picture);
    if (!bytes) continue;
    // A JPEG is as small as it gets.
    const entry = new ZipPassThrough(`${picture.isUnsent ? "not-sent-in-" : ""}${picture.slot}-${picture._id}.jpg`);
    zip.add(entry);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      entry.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
      yield* ready.splice(0);
    }
  }
  zip.end();
  yield* ready.splice(0);
}

/** Null where it was removed since. */
async function readKept(deps: IdentityDeps, { _id }: Picture): Promise<Buffer | null> {
  try {
    return await readPicture(deps, _id);
  } catch (error) {
    if (error instanceof AppError && error.code === "identity-picture-removed") return null;
    throw error;
  }
}

function factsOf(check: Verification, documentNumber: string | null) {
  const { id, documentType, country, status, submittedDate, reviewDate, rejectionReason, notes, asked, attempts } =
    check;
  const { consentVersion, consentDate } = check;
  const facts = { id, documentType, country, documentNumber, status, submittedDate, reviewDate, rejectionReason };
  return { ...facts, notes, asked, attempts, consentVersion, consentDate };
}

function pictureFacts({ _id, slot, sha256, hints, width, height, isFromPhone, sentAt, removedAt, isUnsent }: Picture) {
  return { id: _id, slot, sha256, hints, width, height, isFromPhone, sentAt, removedAt, isSentIn: !isUnsent };
}
