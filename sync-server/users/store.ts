import { createHash } from "node:crypto";
import { type ClientSession, type Collection, type Document, MongoServerError, type UpdateFilter } from "mongodb";
import type * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import type { Users } from "#schemas/users.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type FieldSeals, isFieldSealed, setSealed, withFieldSeals } from "#server/platform/seals/sealed-fields.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { forgetPicture } from "./picture.ts";

/** A user as stored. The lower-case keys make names unique whatever their case. */
export type UserDocument = v.InferOutput<typeof Users.schema> & {
  readonly usernameKey: string;
  readonly uniqueUserIdKey: string;
  /** Grows whenever all sessions of before are to end; absent stands for 0. */
  readonly sessionEpoch?: number;
  /** When the account was closed for good. */
  readonly closedAt?: Date;
} & FieldSeals &
  Document;

/** Fields that say what a person may do, by what they are known, and where they are paid. */
const SEALED = ["isAdmin", "password", "email", "walletAddress"] as const;
/** No password matches it. */
const NO_PASSWORD = "";

const USERS = "users";
export const DUPLICATE_KEY = 11_000;

/** The comparable form of a name. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** What a closed account keeps of its names: enough to know them again, and that nobody else takes them. */
export function closedKey(key: string): string {
  return `closed:${createHash("sha256").update(key).digest("hex")}`;
}

export function userCollection({ database }: Runtime): Collection<UserDocument> {
  return database.collection<UserDocument>(USERS);
}

export async function findUserById(runtime: Runtime, id: number): Promise<UserDocument | null> {
  return believed(runtime, await userCollection(runtime).findOne({ id }));
}

export async function findUserByUsername(runtime: Runtime, username: string): Promise<UserDocument | null> {
  return believed(runtime, await userCollection(runtime).findOne({ usernameKey: nameKey(username) }));
}

/** A closed account by the name it had. */
export async function findClosedUser(runtime: Runtime, username: string): Promise<UserDocument | null> {
  return believed(runtime, await userCollection(runtime).findOne({ usernameKey: closedKey(nameKey(username)) }));
}

/** Finds by address; the schema has made it lower-case. An address that was written past the server finds nobody. */
export async function findUserByEmail(runtime: Runtime, email: string): Promise<UserDocument | null> {
  const user = await believed(runtime, await userCollection(runtime).findOne({ email }));
  return user && isFieldSealed(runtime.database, USERS, user.id, user, "email") ? user : null;
}

export async function insertUser(runtime: Runtime, session: ClientSession, user: UserDocument): Promise<void> {
  const { isAdmin, password, email } = user;
  const sealed = withFieldSeals(runtime.database, USERS, user.id, { isAdmin, password, email });
  await userCollection(runtime).insertOne({ ...user, ...sealed }, { session });
}

/**
 * A user as far as the server wrote them: who was made an operator past it is none, and a password that was put there opens
 * nothing. Operators are told.
 */
export async function believed(runtime: Runtime, user: UserDocument | null): Promise<UserDocument | null> {
  if (!user) return null;
  const { id } = user;
  const forged = SEALED.filter(
    (name) => user[name] !== undefined && !isFieldSealed(runtime.database, USERS, id, user, name),
  );
  if (forged.length === 0) return user;
  for (const field of forged) await tellForged(runtime, `${field} of user ${id}`, { userId: id, field });
  return {
    ...user,
    isAdmin: user.isAdmin && !forged.includes("isAdmin"),
    password: forged.includes("password") ? NO_PASSWORD : user.password,
  };
}

/** Seals users of a server that knew no seals. */
export async function sealUsersAtFirst(database: Database): Promise<void> {
  const users = database.collection<UserDocument>(USERS);
  for await (const user of users.find({ "seals.isAdmin": { $exists: false } })) {
    const known = SEALED.filter((name) => user[name] !== undefined).map((name) => [name, user[name]]);
    await users.updateOne({ _id: user._id }, { $set: setSealed(database, USERS, user.id, Object.fromEntries(known)) });
  }
}

/**
 * Sets the password's hash; every session of before ends with it, as does a sign-in that was under way with the former
 * password. Answers with the user as it is now.
 */
export function setPassword(runtime: Runtime, session: ClientSession, id: number, hash: string): Promise<UserDocument> {
  return change(runtime, session, id, {
    $set: setSealed(runtime.database, USERS, id, { password: hash }),
    $inc: { sessionEpoch: 1 },
  });
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
    ...setSealed(runtime.database, USERS, id, { email: `${nobody}@astrolabe.invalid` }),
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
    .findOneAndUpdate(
      { id, closedAt: { $exists: false } },
      { $set: setSealed(runtime.database, USERS, id, { email }) },
      { session, returnDocument: "before" },
    )
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
