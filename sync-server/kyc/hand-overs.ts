import { createHash, randomBytes } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { HAND_OVER_MS } from "#schemas/identity.ts";
import type { DocumentType, PictureSlot } from "#schemas/kyc.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";

/** A form that is open to a phone: one at most for each person. */
export interface HandOver extends Document {
  /** The user's id. */
  readonly _id: number;
  /** Of the link's secret, which opens it once. */
  readonly tokenHash: string;
  /** Of the key that the phone has once it opened the link. */
  readonly keyHash?: string;
  readonly slots: readonly PictureSlot[];
  readonly documentType: DocumentType;
  /** Which of its owner's sessions gave the form away, by its handle: it is open no longer than that one. */
  readonly madeBy: string;
  readonly until: Date;
  readonly seal?: string;
}

export const HAND_OVERS = "kyc_hand_overs";
const SECRET_BYTES = 32;
/** Who writes the database sends no pictures in another person's name. */
const KIND: SealedKind<HandOver> = {
  collection: HAND_OVERS,
  contentOf: ({ _id, tokenHash, keyHash, slots, documentType, madeBy, until }) => ({
    _id,
    tokenHash,
    keyHash,
    slots,
    documentType,
    madeBy,
    until,
  }),
};

function handOversOf({ database }: Pick<Runtime, "database">) {
  return database.collection<HandOver>(HAND_OVERS);
}

/** Opens a person's form to a phone, and ends what was open before. The secret is told here and kept nowhere. */
export async function makeHandOver(
  runtime: Runtime,
  userId: number,
  form: Pick<HandOver, "slots" | "documentType" | "madeBy">,
): Promise<{ readonly token: string; readonly until: Date }> {
  const { database, clock } = runtime;
  const token = randomBytes(SECRET_BYTES).toString("base64url");
  const until = new Date(clock.now().getTime() + HAND_OVER_MS);
  const row = { _id: userId, tokenHash: hashOf(token), ...form, until };
  await handOversOf(runtime).replaceOne(
    { _id: userId },
    { ...row, seal: sealRow(database, KIND, row) },
    { upsert: true },
  );
  return { token, until };
}

/** Whether a session of this user, by its handle, stands. */
export type IsStanding = (userId: number, handle: string) => Promise<boolean>;

/**
 * Opens a link, once: answers with the phone's key. Throws `hand-over-over` for one that is used, late or unknown, or whose session
 * has ended.
 */
export async function openHandOver(
  runtime: Runtime,
  isStanding: IsStanding,
  token: string,
): Promise<HandOver & { readonly key: string }> {
  const { database, clock } = runtime;
  const key = randomBytes(SECRET_BYTES).toString("base64url");
  const closed = { tokenHash: hashOf(token), keyHash: { $exists: false } };
  const row = await handOversOf(runtime).findOne({ ...closed, until: { $gt: clock.now() } });
  const found = await standing(runtime, isStanding, row);
  const opened: HandOver = { ...found, keyHash: hashOf(key) };
  const set = { keyHash: hashOf(key), seal: sealRow(database, KIND, opened) };
  // Of two phones at once, one finds it closed still.
  const { matchedCount } = await handOversOf(runtime).updateOne({ _id: found._id, ...closed }, { $set: set });
  if (matchedCount === 0) throw new AppError("hand-over-over");
  return { ...opened, key };
}

/** The form that a phone's key opens. Throws `hand-over-over`. */
export async function handOverOf(runtime: Runtime, isStanding: IsStanding, key: unknown): Promise<HandOver> {
  if (typeof key !== "string" || key.length > 64) throw new AppError("hand-over-over");
  const now = runtime.clock.now();
  const row = await handOversOf(runtime).findOne({ keyHash: hashOf(key), until: { $gt: now } });
  return standing(runtime, isStanding, row);
}

/** What is open of a person's; null for nothing. */
export async function findHandOver(runtime: Runtime, userId: number): Promise<HandOver | null> {
  return handOversOf(runtime).findOne({ _id: userId, until: { $gt: runtime.clock.now() } });
}

/** Ends what is open of a person's. */
export async function endHandOver(runtime: Runtime, userId: number, session: ClientSession | null): Promise<void> {
  await handOversOf(runtime).deleteOne({ _id: userId }, inSession(session));
}

/** Who signed out, or was signed out everywhere, gave nothing to anybody any more. */
async function standing({ database }: Runtime, isStanding: IsStanding, found: HandOver | null): Promise<HandOver> {
  if (!found || !isRowSealed(database, KIND, found)) throw new AppError("hand-over-over");
  if (!(await isStanding(found._id, found.madeBy))) throw new AppError("hand-over-over");
  return found;
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
