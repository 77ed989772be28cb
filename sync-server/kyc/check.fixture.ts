import { createHash, randomBytes } from "node:crypto";
import { type DocumentType, PICTURE_SLOTS, type PictureHint, slotsOf } from "#schemas/kyc.ts";
import { aPhoto } from "./picture.fixture.ts";
import { type IdentityDeps, keepPicture, type Picture, picturesOf } from "./pictures.ts";
import { readImage } from "./read-image.ts";
import { FIELD_OF_SLOT, insertVerification, keepDocumentNumber, markOf, type Verification } from "./verifications.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Sent {
  readonly userId: number;
  readonly number?: string;
  readonly documentType?: DocumentType;
  readonly hints?: readonly PictureHint[];
  /** Seconds before now. */
  readonly ago?: number;
}

/** A check as a person sends it in, past the screens: its pictures are encrypted as theirs are. */
export async function aCheck(deps: IdentityDeps, sent: Sent): Promise<Verification> {
  const { userId, number = `DOC${userId}`, documentType = "passport", hints = [], ago = 0 } = sent;
  const { runtime, secrets } = deps;
  const { database, clock } = runtime;
  const at = new Date(clock.now().getTime() - ago * 1000);
  const pictures = await Promise.all(slotsOf(documentType).map((slot) => aPicture(deps, { userId, slot, hints, at })));
  const ids = Object.fromEntries(PICTURE_SLOTS.map((slot) => [FIELD_OF_SLOT[slot], idOf(pictures, slot)]));
  return database.transaction(async (session) => {
    await keepDocumentNumber(secrets, session, userId, number);
    const check = await insertVerification(runtime, session, {
      userId,
      documentType,
      country: "FR",
      documentMark: markOf(database, { documentType, country: "FR", number }),
      status: "pending",
      submittedDate: at,
      reviewDate: null,
      reviewedBy: null,
      documentImageFront: ids["documentImageFront"] ?? null,
      documentImageBack: ids["documentImageBack"] ?? null,
      selfieImage: ids["selfieImage"] ?? null,
      rejectionReason: null,
      notes: "",
      consentVersion: 1,
      consentDate: at,
      asked: [],
      attempts: 1,
      sent: [],
    });
    const set = { $set: { verificationId: check.id, keptUntil: null, isUnsent: false } };
    await picturesOf(database).updateMany({ _id: { $in: pictures.map(({ _id }) => _id) } }, set, { session });
    return check;
  });
}

function idOf(pictures: readonly Picture[], slot: Picture["slot"]): string | null {
  return pictures.find((picture) => picture.slot === slot)?._id ?? null;
}

async function aPicture(
  { runtime, files }: IdentityDeps,
  { userId, slot, hints, at }: Pick<Picture, "userId" | "slot" | "hints"> & { readonly at: Date },
): Promise<Picture> {
  const photo = await aPhoto(userId * 10 + PICTURE_SLOTS.indexOf(slot));
  const until = new Date(runtime.clock.now().getTime() + DAY_MS);
  const row: Picture = {
    _id: randomBytes(16).toString("base64url"),
    userId,
    verificationId: null,
    slot,
    bytes: photo.length,
    received: photo.length,
    sha256: createHash("sha256").update(photo).digest("hex"),
    hints,
    isFromPhone: slot === "selfie",
    width: null,
    height: null,
    file: null,
    files: [],
    sentAt: at,
    keptUntil: until,
    removedAt: null,
    isErased: false,
    isUnsent: true,
  };
  await files.make(row._id, until, (insert) =>
    runtime.database.transaction(async (session) => {
      await insert(session);
      await picturesOf(runtime.database).insertOne(row, { session });
    }),
  );
  await files.use(row._id, async (key) => keepPicture(runtime, row, await readImage(photo), key));
  return row;
}
