import { createHash } from "node:crypto";
import { type ClientSession, type Collection, type Document, MongoServerError, type UpdateFilter } from "mongodb";
import type * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import { nameKey } from "#schemas/names.ts";
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

export function findUserByUsername(runtime: Runtime, username: string): Promise<UserDocument | null> {
  return userCollection(runtime).findOne({ usernameKey: nameKey(username) });
}

/** A closed account by the name it had. */
export function findClosedUser(runtime: Runtime, username: string): Promise<UserDocument | null> {
  return userCollection(runtime).findOne({ usernameKey: closedKey(nameKey(username)) });
}

/** Finds by address; the schema has made it lower-case. */
export function findUserByEmail(runtime: Runtime, email: string): Promise<UserDocument | null> {
  return userCollection(runtime).findOne({ email });
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
  await change(runtime, session, id, { $set: fields, $inc: { sessionEpoch: 1 } });
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

/**
 * Sets the address of a user whose account is not closed. Answers with the user as they were; null where there is none.
 * Throws `email-taken`.
 */
export function setEmail(
  runtime: Runtime,
  session: ClientSession,
  id: number,
  email: string,
): Promise<UserDocument | null> {
  return userCollection(runtime)
    .findOneAndUpdate({ id, closedAt: { $exists: false } }, { $set: { email } }, { session, returnDocument: "before" })
    .catch((error: unknown) => {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY)
        throw new AppError("email-taken", {}, { cause: error });
      throw error;
    });
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
