import { createHash, randomBytes } from "node:crypto";
import { Binary, MongoServerError } from "mongodb";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import { UNSENT_MS, UPLOAD_PART_BYTES, type Upload, type UploadInput } from "#schemas/identity.ts";
import type { PictureSlot } from "#schemas/kyc.ts";
import type { AttemptLimit } from "#server/platform/http/limits.ts";
import { ErasedError, type FileKey } from "#server/platform/secrets/erasable-files.ts";
import { wipe } from "#server/platform/secrets/wipe.ts";
import { readConsent } from "./consents.ts";
import type { Gate } from "#server/platform/pictures/picture-gate.ts";
import {
  erasePictures,
  type IdentityDeps,
  keepPicture,
  partsOf,
  type Picture,
  picturesOf,
  placeOf,
} from "./pictures.ts";
import { readImage, type ReadImage } from "./read-image.ts";
import { refuseClosed, refuseNotAsked } from "./rules.ts";
import { findVerificationOf } from "./verifications.ts";

/** Reads one picture at a time, and counts those that a person begins. */
export interface UploadDeps extends IdentityDeps {
  readonly gate: Gate;
  /** Encrypts and keeps a few parts at a time. */
  readonly parts: Gate;
  readonly begun: AttemptLimit;
}

const NAME_BYTES = 16;
const DUPLICATE_KEY = 11_000;
/** What is wrong with the picture itself: nothing of it is kept then. */
const WORTHLESS: readonly ErrorCode[] = [
  "identity-upload-broken",
  "identity-picture-unreadable",
  "identity-picture-size",
];

/**
 * Begins a picture, or finds the one that was begun with this length and digest; any other in its place goes. Throws what
 * {@link refuseClosed} and {@link refuseNotAsked} do, `rate-limited`, and what reading it does where it came whole before.
 */
export async function beginUpload(
  deps: UploadDeps,
  userId: number,
  input: UploadInput,
  isFromPhone: boolean,
): Promise<Upload> {
  const { runtime } = deps;
  const check = await findVerificationOf(runtime, userId, null);
  refuseClosed(check, await readConsent(runtime, userId, null));
  refuseNotAsked(check, input.slot);
  const known = await findUnsent(deps, userId, input.slot);
  if (known && known.bytes === input.bytes && known.sha256 === input.sha256) return uploadOf(await finish(deps, known));
  await deps.begun.take(String(userId));
  if (known) await dropPicture(deps, known);
  try {
    return uploadOf(await makeUpload(deps, userId, input, isFromPhone));
  } catch (error) {
    // Of two that begin at once, one has made it.
    const made = isDuplicate(error) && (await findUnsent(deps, userId, input.slot));
    if (!made || made.sha256 !== input.sha256) throw error;
    return uploadOf(made);
  }
}

/**
 * Takes the next bytes of a picture, encrypted before they are stored; bytes that came before are left alone, and bytes that come too
 * early are not taken: the answer says where to go on. With the last ones it is read, and kept. Throws `identity-upload-unknown`,
 * `identity-upload-broken`, `identity-picture-unreadable`, `identity-picture-size`, and `identity-uploads-busy`, after which it can
 * be asked again.
 */
export async function sendPart(
  deps: UploadDeps,
  userId: number,
  {
    upload,
    offset,
    slots,
  }: { readonly upload: string; readonly offset: number; readonly slots: readonly PictureSlot[] },
  bytes: Uint8Array,
): Promise<Upload> {
  const picture = await picturesOf(deps.runtime.database).findOne({ _id: upload, userId, isUnsent: true });
  if (!picture || !slots.includes(picture.slot) || !isKept(deps, picture))
    throw new AppError("identity-upload-unknown");
  const isNext = offset === picture.received && picture.received < picture.bytes;
  if (!isNext) return uploadOf(await finish(deps, picture));
  if (bytes.length !== Math.min(UPLOAD_PART_BYTES, picture.bytes - offset))
    throw new AppError("identity-upload-broken");
  const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return uploadOf(await finish(deps, await deps.parts.through(() => keepPart(deps, picture, part))));
}

/** Drops what a person sent for this picture and did not send in. */
export async function dropUpload(deps: IdentityDeps, userId: number, slot: PictureSlot): Promise<void> {
  const known = await picturesOf(deps.runtime.database).findOne({ userId, slot, isUnsent: true });
  if (known) await dropPicture(deps, known);
}

/** Removes a picture that was not sent in, and is still as it is `asSeen`, as if it had never come. */
export async function dropPicture(
  deps: Pick<IdentityDeps, "runtime" | "files">,
  picture: Picture,
  asSeen: { readonly file?: null } = {},
): Promise<void> {
  const { database, clock } = deps.runtime;
  const { matchedCount } = await picturesOf(database).updateOne(
    // Not where it was sent in meanwhile.
    { _id: picture._id, isUnsent: true, ...asSeen },
    { $set: { isUnsent: false, removedAt: clock.now() } },
  );
  if (matchedCount > 0) await erasePictures(deps, [picture]);
}

/** What a person is told of a picture that is on its way. */
export function uploadOf({
  _id,
  slot,
  bytes,
  received,
  file,
  sha256,
  isFromPhone,
  keptUntil,
  sentAt,
}: Picture): Upload {
  const until = keptUntil ?? sentAt;
  return {
    upload: _id,
    slot,
    bytes,
    received,
    isWhole: file !== null,
    sha256,
    isFromPhone,
    keptUntil: until.toISOString(),
  };
}

async function makeUpload(
  { runtime, files }: UploadDeps,
  userId: number,
  { slot, bytes, sha256, hints }: UploadInput,
  isFromPhone: boolean,
): Promise<Picture> {
  const { database, clock } = runtime;
  const sentAt = clock.now();
  const keptUntil = new Date(sentAt.getTime() + UNSENT_MS);
  const picture: Picture = {
    _id: randomBytes(NAME_BYTES).toString("base64url"),
    userId,
    verificationId: null,
    isUnsent: true,
    slot,
    bytes,
    received: 0,
    sha256,
    hints,
    isFromPhone,
    width: null,
    height: null,
    file: null,
    files: [],
    sentAt,
    keptUntil,
    removedAt: null,
    isErased: false,
  };
  await files.make(picture._id, keptUntil, (insertLock) =>
    database.transaction(async (session) => {
      await insertLock(session);
      await picturesOf(database).insertOne(picture, { session });
    }),
  );
  return picture;
}

async function findUnsent(deps: IdentityDeps, userId: number, slot: PictureSlot): Promise<Picture | null> {
  const known = await picturesOf(deps.runtime.database).findOne({ userId, slot, isUnsent: true });
  if (!known || isKept(deps, known)) return known;
  await dropPicture(deps, known);
  return null;
}

function isKept({ runtime }: IdentityDeps, { keptUntil }: Picture): boolean {
  return keptUntil !== null && keptUntil > runtime.clock.now();
}

/** Answers with the picture as it is then; of two that send the same part at once, one keeps it. */
async function keepPart(deps: UploadDeps, picture: Picture, bytes: Buffer): Promise<Picture> {
  const { database } = deps.runtime;
  const { _id, received: offset } = picture;
  const received = offset + bytes.length;
  const sealed = await lent(deps, picture, (key) => key.seal(bytes, placeOf(picture, `from ${offset}`)));
  wipe(bytes);
  const isFirst = await database.transaction(async (session) => {
    const { matchedCount } = await picturesOf(database).updateOne(
      { _id, received: offset, isUnsent: true },
      { $set: { received } },
      { session },
    );
    if (matchedCount === 0) return false;
    const part = { _id: `${_id} ${offset}`, picture: _id, offset, sealed: new Binary(sealed) };
    await partsOf(database).insertOne(part, { session });
    return true;
  });
  if (isFirst) return { ...picture, received };
  const now = await picturesOf(database).findOne({ _id, isUnsent: true });
  if (!now) throw new AppError("identity-upload-unknown");
  return now;
}

/** Reads and keeps a picture once all of it came; one that is none goes. Answers with it as it is then. */
async function finish(deps: UploadDeps, picture: Picture): Promise<Picture> {
  if (picture.received < picture.bytes || picture.file) return picture;
  const stored = () => picturesOf(deps.runtime.database).findOne({ _id: picture._id, isUnsent: true });
  try {
    await deps.gate.through(async () => {
      if ((await stored())?.file) return;
      await lent(deps, picture, async (key) => {
        await keepPicture(deps.runtime, picture, await readWhole(deps, picture, key), key);
      });
    });
  } catch (error) {
    // Of two that finish it at once, one found its parts gone.
    const kept = await stored();
    if (kept?.file) return kept;
    if (error instanceof AppError && WORTHLESS.includes(error.code)) await dropPicture(deps, picture, { file: null });
    throw error;
  }
  const kept = await stored();
  if (!kept?.file) throw new AppError("identity-upload-unknown");
  return kept;
}

async function readWhole({ runtime }: UploadDeps, picture: Picture, key: FileKey): Promise<ReadImage> {
  const file = Buffer.alloc(picture.bytes);
  let at = 0;
  for await (const { offset, sealed } of partsOf(runtime.database).find({ picture: picture._id }).sort({ offset: 1 })) {
    const plain = key.unseal(Buffer.from(sealed.buffer), placeOf(picture, `from ${offset}`));
    at += plain.copy(file, offset);
    wipe(plain);
  }
  try {
    const digest = createHash("sha256").update(file).digest("hex");
    if (at !== picture.bytes || digest !== picture.sha256) throw new AppError("identity-upload-broken");
    return await readImage(file);
  } finally {
    wipe(file);
  }
}

async function lent<T>({ files }: UploadDeps, { _id }: Picture, work: (key: FileKey) => T | Promise<T>): Promise<T> {
  try {
    return await files.use(_id, work);
  } catch (error) {
    if (error instanceof ErasedError) throw new AppError("identity-upload-unknown", {}, { cause: error });
    throw error;
  }
}

function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}
