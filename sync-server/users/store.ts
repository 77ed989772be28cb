import { createHash } from "node:crypto";
import { type ClientSession, type Collection, type Document, MongoServerError, type UpdateFilter } from "mongodb";
import type * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import type { Users } from "#schemas/users.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { forgetPicture } from "./picture.ts";

/** A user as stored. The keys are those of {@link nameKey}; which words are taken is in the namespace of `names.ts`. */
export type UserDocument = v.InferOutput<typeof Users.schema> & {
  readonly usernameKey: string;
  readonly uniqueUserIdKey: string;
  /** Grows whenever all sessions of before are to end; absent stands for 0. */
  readonly sessionEpoch?: number;
  /** When the account was closed for good. */
  readonly closedAt?: Date;
  /** An address that was given and not shown to be theirs; until it is, `email` is a stand-in that reaches nobody. */
  readonly claimedEmail?: string;
  /** When a mailed link first showed that the user's mailbox is theirs. */
  readonly emailProvenAt?: Date;
} & Document;

export const DUPLICATE_KEY = 11_000;

const CLOSED = "closed:";

/** What a closed account keeps of its names: enough to know them again, and that nobody else takes them. */
export function closedKey(key: string): string {
  return `${CLOSED}${digestOfKey(key)}`;
}

export function digestOfKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** The digest of a key as it is stored, which is one already where the account was closed. */
export function digestOfStored(key: string): string {
  return key.startsWith(CLOSED) ? key.slice(CLOSED.length) : digestOfKey(key);
}

export function userCollection({ database }: Pick<Runtime, "database">): Collection<UserDocument> {
  return database.collection<UserDocument>("users");
}

export function findUserById(runtime: Pick<Runtime, "database">, id: number): Promise<UserDocument | null> {
  return userCollection(runtime).findOne({ id });
}

/** The same as a transaction sees it. */
export function findUserWithin(runtime: Pick<Runtime, "database">, session: ClientSession, id: number) {
  return userCollection(runtime).findOne({ id }, { session });
}

/** Whose address it is; of those who only claim it, nobody. The schema has made it lower-case. */
export function findUserByEmail(runtime: Runtime, email: string): Promise<UserDocument | null> {
  return userCollection(runtime).findOne({ email });
}

/** Who gave the address without having shown that it is theirs, the latest first. */
export function findUsersClaiming(runtime: Runtime, email: string, limit: number): Promise<UserDocument[]> {
  return userCollection(runtime).find({ claimedEmail: email }).sort({ id: -1 }).limit(limit).toArray();
}

export async function insertUser(runtime: Runtime, session: ClientSession, user: UserDocument): Promise<void> {
  await userCollection(runtime).insertOne(user, { session });
}

/**
 * Sets the password's hash; every session of before ends with it, as does a sign-in that was under way with the former
 * password. Answers with the user as it is now.
 */
export function setPassword(runtime: Runtime, session: ClientSession, id: number, hash: string): Promise<UserDocument> {
  return change(runtime, session, id, { $set: { password: hash }, $inc: { sessionEpoch: 1 } });
}

/** Makes every session that the user has worthless from the commit on. */
export function outdateSessions(runtime: Runtime, session: ClientSession, id: number): Promise<UserDocument> {
  return change(runtime, session, id, { $inc: { sessionEpoch: 1 } });
}

/**
 * Closes the user's account: names and e-mail address go, sessions end. The password's hash stays, so that only who knows
 * the password is told that the account was closed; no new account can take the names, to which people may still pay.
 */
export async function anonymiseUser(runtime: Runtime, session: ClientSession, id: number): Promise<void> {
  const user = await userCollection(runtime).findOne({ id }, { session });
  if (!user) throw new AppError("user-unknown");
  // No name or address that somebody registers has a colon.
  const nobody = `closed:${id}`;
  const fields = {
    username: nobody,
    email: `${nobody}@astrolabe.invalid`,
    uniqueUserId: nobody,
    usernameKey: closedKey(user.usernameKey),
    uniqueUserIdKey: closedKey(user.uniqueUserIdKey),
    profilePicture: null,
    stripeCustomerId: null,
    stripeSubscriptionId: null,
    closedAt: runtime.clock.now(),
  };
  await forgetPicture(runtime, session, id);
  await change(runtime, session, id, { $set: fields, $unset: { claimedEmail: "" }, $inc: { sessionEpoch: 1 } });
}

/** Sets which picture the user has; null for none. */
export async function setPictureId(
  runtime: Runtime,
  session: ClientSession,
  id: number,
  profilePicture: string | null,
): Promise<void> {
  await change(runtime, session, id, { $set: { profilePicture } });
}

/** An address that a mailed link has shown to be the user's. */
export interface ShownEmail {
  readonly email: string;
  /** When it was shown; null where mail proves nothing. The first such time stays. */
  readonly provenAt: Date | null;
  /** The epoch in which the user asked for another address; absent where it is the one they gave before. */
  readonly epoch?: number;
}

/**
 * Gives a user the address. Answers with the user as they were; null where the account is closed, or where its sessions of
 * that epoch have ended: what was asked for in them is void. Throws `email-taken`.
 */
export async function setEmail(
  runtime: Runtime,
  session: ClientSession,
  id: number,
  { email, provenAt, epoch }: ShownEmail,
): Promise<UserDocument | null> {
  const users = userCollection(runtime);
  const user = await users.findOne({ id, closedAt: { $exists: false } }, { session });
  if (!user || (epoch !== undefined && epoch !== (user.sessionEpoch ?? 0))) return null;
  const emailProvenAt = user.emailProvenAt ?? provenAt;
  const $set = { email, ...(emailProvenAt && { emailProvenAt }) };
  try {
    await users.updateOne({ id }, { $set, $unset: { claimedEmail: "" } }, { session });
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY)
      throw new AppError("email-taken", {}, { cause: error });
    throw error;
  }
  return user;
}

async function change(
  runtime: Runtime,
  session: ClientSession,
  id: number,
  update: UpdateFilter<UserDocument>,
): Promise<UserDocument> {
  const user = await userCollection(runtime).findOneAndUpdate({ id }, update, { session, returnDocument: "after" });
  if (!user) throw new AppError("user-unknown");
  return user;
}
