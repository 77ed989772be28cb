import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Binary, type ClientSession, type Collection, type Document, GridFSBucket, ObjectId } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import type { PictureHint, PictureSlot } from "#schemas/kyc.ts";
import type { Database } from "#server/platform/db/database.ts";
import { notePending } from "#server/platform/audit/pending.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { type ErasableFiles, ErasedError, type FileKey } from "#server/platform/secrets/erasable-files.ts";
import { wipe } from "#server/platform/secrets/wipe.ts";
import type { SecretStore } from "#server/platform/secrets/secret-store.ts";
import type { ReadImage } from "./read-image.ts";

/** What work with people's identities needs: their pictures' keys and the numbers of their documents are the vault's. */
export interface IdentityDeps {
  readonly runtime: Runtime;
  readonly files: ErasableFiles;
  readonly secrets: SecretStore;
}

/** A picture of somebody's document or face: while it is being sent, once it came whole, and as part of a check. */
export interface Picture extends Document {
  /** Also the name of its key in the vault. */
  readonly _id: string;
  readonly userId: number;
  /** Null while it was not sent in. */
  readonly verificationId: number | null;
  /** Whether it may still be sent in; of each slot a person has at most one such. */
  readonly isUnsent: boolean;
  readonly slot: PictureSlot;
  /** How many bytes the file has as it is sent, and how many of them came. */
  readonly bytes: number;
  readonly received: number;
  /** Hex SHA-256 of the file as it is sent. */
  readonly sha256: string;
  readonly hints: readonly PictureHint[];
  readonly isFromPhone: boolean;
  /** Of what is kept; null until it came whole. */
  readonly width: number | null;
  readonly height: number | null;
  /** The encrypted file; null until it came whole, and once it was removed. */
  readonly file: ObjectId | null;
  /** Every file that was begun for it: whatever of them is not the one goes. */
  readonly files: readonly ObjectId[];
  readonly sentAt: Date;
  /** Until when it is kept where it is not sent in; null once it is. */
  readonly keptUntil: Date | null;
  readonly removedAt: Date | null;
  /** Whether nothing is left of it but this row. */
  readonly isErased: boolean;
}

/** Bytes of a picture that is being sent, encrypted with its key. */
export interface PicturePart extends Document {
  /** The picture and the offset. */
  readonly _id: string;
  readonly picture: string;
  readonly offset: number;
  readonly sealed: Binary;
}

export const PICTURES = "kyc_pictures";
const PARTS = "kyc_parts";
const BUCKET = "kyc_files";

export function picturesOf(database: Database): Collection<Picture> {
  return database.collection<Picture>(PICTURES);
}

export function partsOf(database: Database): Collection<PicturePart> {
  return database.collection<PicturePart>(PARTS);
}

/** What a picture's bytes are bound to, in whichever form: nobody's front is shown as another's, nor as a selfie. */
export function placeOf({ _id, userId, slot }: Pick<Picture, "_id" | "userId" | "slot">, part = "whole"): string {
  return `astrolabe picture ${_id} of user ${userId} for ${slot}: ${part}`;
}

/** Keeps the picture that an upload came to, encrypted, in place of its parts. The row says so last. */
export async function keepPicture(
  { database }: Runtime,
  picture: Picture,
  { jpeg, width, height }: ReadImage,
  key: FileKey,
): Promise<void> {
  const file = new ObjectId();
  const pictures = picturesOf(database);
  // Named in the row first: whatever happens next, what was begun is found and goes with the row.
  const { matchedCount } = await pictures.updateOne({ _id: picture._id, file: null, removedAt: null }, [
    { $set: { files: { $concatArrays: ["$files", [file]] } } },
  ]);
  if (matchedCount === 0) return;
  const sealed = key.seal(jpeg, placeOf(picture));
  wipe(jpeg);
  await pipeline(Readable.from([sealed]), bucketOf(database).openUploadStreamWithId(file, picture._id));
  wipe(sealed);
  const isKept = await pictures.updateOne(
    { _id: picture._id, file: null, removedAt: null },
    { $set: { file, width, height } },
  );
  // Removed while it was written, with the row that named it perhaps.
  if (isKept.matchedCount === 0) return dropFile(database, file);
  await partsOf(database).deleteMany({ picture: picture._id });
}

/**
 * A picture as it is shown: a JPEG. The caller has noted that it is looked at. Throws `identity-picture-removed` where it is
 * removed, or its key is destroyed.
 */
export async function readPicture(
  { runtime: { database }, files }: Pick<IdentityDeps, "runtime" | "files">,
  pictureId: string,
): Promise<Buffer> {
  const picture = await picturesOf(database).findOne({ _id: pictureId });
  const file = picture?.file;
  if (!picture || !file || picture.removedAt) throw new AppError("identity-picture-removed");
  try {
    return await files.use(pictureId, async (key) => {
      const parts: Uint8Array[] = [];
      for await (const part of bucketOf(database).openDownloadStream(file)) parts.push(part);
      return key.unseal(Buffer.concat(parts), placeOf(picture));
    });
  } catch (error) {
    if (error instanceof ErasedError) throw new AppError("identity-picture-removed", {}, { cause: error });
    throw error;
  }
}

/** Who has pictures removed and why, as the audit log has it. */
export interface Removal {
  readonly requestedBy: string;
  readonly reason: string;
}

/**
 * Marks pictures of a check as removed, within the transaction that decides it, each with a row in the audit log. From then on
 * nobody is shown them; {@link erasePictures} is to follow, and the sweep does it where a crash comes between.
 */
export async function removePictures(
  { database, clock }: Runtime,
  session: ClientSession,
  pictureIds: readonly string[],
  { requestedBy, reason }: Removal,
): Promise<void> {
  const now = clock.now();
  for (const _id of pictureIds) {
    const picture = await picturesOf(database).findOneAndUpdate(
      { _id, removedAt: null },
      { $set: { removedAt: now } },
      { session },
    );
    if (!picture) continue;
    const { userId, slot } = picture;
    const event = {
      action: "drop",
      address: `user ${userId}`,
      purpose: "identity-picture",
      payloadHash: "",
      requestedBy,
      reason: `${slot} ${_id}: ${reason}`,
    } as const;
    await notePending(database, session, event, now);
  }
}

/** Destroys the keys of pictures and removes their bytes; the rows of those that belong to a check stay. May be repeated. */
export async function erasePictures(
  { runtime: { database }, files }: Pick<IdentityDeps, "runtime" | "files">,
  pictures: readonly Pick<Picture, "_id">[],
): Promise<void> {
  for (const { _id } of pictures) {
    await files.erase(_id);
    await partsOf(database).deleteMany({ picture: _id });
    // Read after the key is gone: what is begun later can be encrypted no more.
    const known = await picturesOf(database).findOne({ _id });
    if (!known) continue;
    for (const file of known.files) await dropFile(database, file);
    if (known.verificationId === null) await picturesOf(database).deleteOne({ _id, verificationId: null });
    else await picturesOf(database).updateOne({ _id }, { $set: { file: null, files: [], isErased: true } });
  }
}

/** Removes files that were begun for a picture and are not the one. */
export async function dropSpareFiles({ database }: Runtime, { _id, file, files }: Picture): Promise<void> {
  const spare = files.filter((one) => !file || !one.equals(file));
  for (const one of spare) await dropFile(database, one);
  if (spare.length > 0)
    await picturesOf(database).updateOne({ _id }, [{ $set: { files: { $setDifference: ["$files", spare] } } }]);
}

/** Removes files that no picture names, begun before this moment: they were being written when their picture went, and the server died. */
export async function dropLostFiles({ database }: Runtime, before: Date): Promise<void> {
  const { files, chunks } = fileCollections(database);
  const begun = await Promise.all([chunks.distinct("files_id"), files.distinct("_id")]);
  const old = new Map(begun.flat().map((id: ObjectId) => [id.toHexString(), id]));
  for (const [, id] of old)
    if (id.getTimestamp() < before && !(await picturesOf(database).findOne({ files: id }, { projection: { _id: 1 } })))
      await dropFile(database, id);
}

/** Removes the parts of pictures that are kept whole, or are gone: the server died before it did. */
export async function dropLostParts({ database }: Runtime): Promise<void> {
  for (const picture of await partsOf(database).distinct("picture"))
    if (!(await picturesOf(database).findOne({ _id: picture, file: null }, { projection: { _id: 1 } })))
      await partsOf(database).deleteMany({ picture });
}

async function dropFile(database: Database, file: ObjectId): Promise<void> {
  const { files, chunks } = fileCollections(database);
  await chunks.deleteMany({ files_id: file });
  await files.deleteOne({ _id: file });
}

/** The collections of the pictures' files, for who scans them. */
function fileCollections(database: Database) {
  return { files: database.collection(`${BUCKET}.files`), chunks: database.collection(`${BUCKET}.chunks`) };
}

function bucketOf({ db }: Database): GridFSBucket {
  return new GridFSBucket(db, { bucketName: BUCKET });
}
