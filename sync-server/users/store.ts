import { createHash } from "node:crypto";
import { type ClientSession, type Collection, type Document, MongoServerError, type UpdateFilter } from "mongodb";
import type * as v from "valibot";
import { AppError } from "#schemas/errors.ts";
import type { Users } from "#schemas/users.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { standingOf, standingSet, type Standing } from "#server/platform/operators/standing.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type FieldSeals, isFieldSealed, setSealed, withFieldSeals } from "#server/platform/seals/sealed-fields.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { forgetPicture } from "./picture.ts";
import { newUntilOf } from "./new-account.ts";
import { createSecurity, readSecurityWithin, writeSecurity } from "./user-security.ts";

/** A user as stored. The keys are those of {@link nameKey}; which words are taken is in the namespace of `names.ts`. */
export type UserDocument = v.InferOutput<typeof Users.schema> & {
  /** The day (UTC) of `createdAt`, by which some days are read in the order of names. */
  readonly signedUpOn?: string;
  readonly usernameKey: string;
  readonly uniqueUserIdKey: string;
  /** Grows whenever all sessions of before are to end; absent stands for 0. */
  readonly sessionEpoch?: number;
  /** What they are as an operator; without roles for who was one. */
  readonly operator?: Standing;
  /** When the account was closed for good. */
  readonly closedAt?: Date;
  /** An address that was given and not shown to be theirs; until it is, `email` is a stand-in that reaches nobody. */
  readonly claimedEmail?: string;
  /** When a mailed link first showed that the user's mailbox is theirs. */
  readonly emailProvenAt?: Date;
} & FieldSeals &
  Document;

/** Fields that say what a person may do, by what they are known, and where they are paid. */
const SEALED = [
  "isAdmin",
  "operator",
  "password",
  "email",
  "claimedEmail",
  "walletAddress",
  "usernameKey",
  "uniqueUserIdKey",
] as const;
type SealedField = (typeof SEALED)[number];
const NAMES: readonly SealedField[] = ["usernameKey", "uniqueUserIdKey"];
/** What a server that knew no seals did not know of. */
const LATER: readonly SealedField[] = [...NAMES, "operator"];
/** Of whom nobody decided who they are. */
const NOT_IDENTIFIED = { kycStatus: "pending", kycVerified: false } as const;
/** No password matches it, and nobody has it as a name. */
const NOTHING = "";

export const USERS = "users";

/** What a look at a user needs; who finds that one was forged tells operators. */
type Context = Pick<Runtime, "database" | "clock" | "log">;

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
  return database.collection<UserDocument>(USERS);
}

export async function findUserById(runtime: Context, id: number): Promise<UserDocument | null> {
  return believed(runtime, await userCollection(runtime).findOne({ id }));
}

/** Those of them whom there is, in no order. */
export async function findUsersById(runtime: Context, ids: readonly number[]): Promise<UserDocument[]> {
  const found = await userCollection(runtime)
    .find({ id: { $in: [...ids] } })
    .toArray();
  const users = await Promise.all(found.map((user) => believed(runtime, user)));
  return users.filter((user) => user !== null);
}

/** The same as a transaction sees it. */
export async function findUserWithin(runtime: Context, session: ClientSession, id: number) {
  return believed(runtime, await userCollection(runtime).findOne({ id }, { session }));
}

/**
 * Whose address it is; of those who only claim it, nobody. The schema has made it lower-case. An address that was written past the
 * server finds nobody.
 */
export async function findUserByEmail(runtime: Context, email: string): Promise<UserDocument | null> {
  const user = await believed(runtime, await userCollection(runtime).findOne({ email }));
  return user && isFieldSealed(runtime.database, USERS, user.id, user, "email") ? user : null;
}

/** The same as a transaction sees it. */
export async function findUserByEmailWithin(runtime: Context, session: ClientSession, email: string) {
  const user = await believed(runtime, await userCollection(runtime).findOne({ email }, { session }));
  return user && isFieldSealed(runtime.database, USERS, user.id, user, "email") ? user : null;
}

/**
 * Who gave the address without having shown that it is theirs, the latest first. Nobody for whom it was written past the server:
 * a reset link is mailed there.
 */
export async function findUsersClaiming(runtime: Runtime, email: string, limit: number): Promise<UserDocument[]> {
  const found = await userCollection(runtime)
    .find({ claimedEmail: email })
    .sort({ createdAt: -1 })
    .limit(limit)
    .toArray();
  const users = await Promise.all(found.map((user) => believed(runtime, user)));
  return users.filter((user) => user !== null).filter(({ claimedEmail }) => claimedEmail === email);
}

export async function insertUser(runtime: Runtime, session: ClientSession, user: UserDocument): Promise<void> {
  const { isAdmin, operator, password, email, claimedEmail, usernameKey, uniqueUserIdKey } = user;
  const own = { isAdmin, password, email, usernameKey, uniqueUserIdKey };
  const fields = { ...own, ...(operator && { operator }), ...(claimedEmail !== undefined && { claimedEmail }) };
  const sealed = withFieldSeals(runtime.database, USERS, user.id, fields);
  await userCollection(runtime).insertOne({ ...user, ...sealed }, { session });
  await createSecurity(runtime, session, user.id, newUntilOf(user));
}

/**
 * A user as far as the server wrote them: who was made an operator past it is none, and a password that was put there opens
 * nothing. Operators are told.
 */
export async function believed(runtime: Context, user: UserDocument | null): Promise<UserDocument | null> {
  if (!user) return null;
  const { id } = user;
  const { database } = runtime;
  const forged: string[] = SEALED.filter((name) => user[name] !== undefined && !isSealed(database, user, name));
  // What everybody begins with needs no seal: it lets nobody do more.
  for (const name of ["kycVerified", "kycStatus"] as const)
    if (user[name] !== NOT_IDENTIFIED[name] && !isSealed(database, user, name)) forged.push(name);
  const isOperator = standingOf(database, user) !== null;
  if (forged.length === 0 && isOperator === user.isAdmin) return user;
  if (forged.length === 0) forged.push("isAdmin");
  for (const field of forged) await tellForged(runtime, `${field} of user ${id}`, { userId: id, field });
  const { claimedEmail, ...known } = user;
  return {
    ...known,
    ...(claimedEmail !== undefined && !forged.includes("claimedEmail") && { claimedEmail }),
    isAdmin: isOperator,
    password: forged.includes("password") ? NOTHING : user.password,
    ...(forged.includes("kycVerified") || forged.includes("kycStatus") ? NOT_IDENTIFIED : {}),
    usernameKey: forged.includes("usernameKey") ? NOTHING : user.usernameKey,
    uniqueUserIdKey: forged.includes("uniqueUserIdKey") ? NOTHING : user.uniqueUserIdKey,
  };
}

function isSealed(database: Database, user: UserDocument, name: string): boolean {
  return isFieldSealed(database, USERS, user.id, user, name);
}

/** Seals users of a server that knew no seals. */
export async function sealUsersAtFirst(database: Database): Promise<void> {
  await sealFieldsAtFirst(
    database,
    SEALED.filter((name) => !LATER.includes(name)),
  );
}

/** Seals the names of users of a server that sealed everything else of them. */
export function sealUserNamesAtFirst(database: Database): Promise<void> {
  return sealFieldsAtFirst(database, NAMES);
}

async function sealFieldsAtFirst(database: Database, fields: readonly SealedField[]): Promise<void> {
  const users = database.collection<UserDocument>(USERS);
  for await (const user of users.find({ [`seals.${fields[0]}`]: { $exists: false } })) {
    const known = fields.filter((name) => user[name] !== undefined).map((name) => [name, user[name]]);
    const unsealed = { _id: user._id, [`seals.${fields[0]}`]: { $exists: false } };
    await users.updateOne(unsealed, { $set: setSealed(database, USERS, user.id, Object.fromEntries(known)) });
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

/** Gives a user roles, or takes all away; every session of before ends with it, and is to be begun with them. */
export function setStanding(
  runtime: Runtime,
  session: ClientSession,
  id: number,
  standing: Standing,
): Promise<UserDocument> {
  return change(runtime, session, id, {
    $set: standingSet(runtime.database, id, standing),
    $inc: { sessionEpoch: 1 },
  });
}

/** Sets how far a user's identity check is, and with that whether they are verified. */
export async function setIdentity(
  runtime: Runtime,
  session: ClientSession,
  id: number,
  kycStatus: UserDocument["kycStatus"],
): Promise<void> {
  const fields = { kycStatus, kycVerified: kycStatus === "approved" };
  await change(runtime, session, id, { $set: setSealed(runtime.database, USERS, id, fields) });
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
    uniqueUserId: nobody,
    ...setSealed(runtime.database, USERS, id, {
      email: `${nobody}@astrolabe.invalid`,
      usernameKey: closedKey(user.usernameKey),
      uniqueUserIdKey: closedKey(user.uniqueUserIdKey),
    }),
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
  const { mailboxProvenAt } = await readSecurityWithin(runtime, session, id);
  if (provenAt && !mailboxProvenAt) await writeSecurity(runtime, session, id, { mailboxProvenAt: provenAt });
  const emailProvenAt = user.emailProvenAt ?? provenAt;
  const $set = { ...setSealed(runtime.database, USERS, id, { email }), ...(emailProvenAt && { emailProvenAt }) };
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
  const stored = await userCollection(runtime).findOneAndUpdate({ id }, update, { session, returnDocument: "after" });
  const user = await believed(runtime, stored);
  if (!user) throw new AppError("user-unknown");
  return user;
}
