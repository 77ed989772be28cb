import { randomInt } from "node:crypto";
import { type ClientSession, MongoServerError } from "mongodb";
import * as v from "valibot";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import type { Language } from "#schemas/values/languages.ts";
import { isDigitsAlone, nameKey } from "#schemas/values/names.ts";
import { Users } from "#schemas/users.ts";
import { type AccessOrigin, recordAccess } from "#server/access-history/index.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { createSettings } from "#server/settings/index.ts";
import { checkNewPassword } from "./new-password.ts";
import { type Asker, hashPassword } from "./passwords.ts";
import { isNameTaken, takeNames } from "./names.ts";
import { standInEmail } from "./mailbox.ts";
import { signUpDay } from "./people-in-order.ts";
import { DUPLICATE_KEY, findUserByEmail, insertUser, type UserDocument } from "./store.ts";

export interface NewUser {
  readonly username: string;
  readonly email: string;
  /** Whether the address is only claimed until its mailbox has answered: it is then nobody's, and taken by nobody. */
  readonly isEmailClaimed: boolean;
  readonly password: string;
  readonly uniqueUserId?: string | undefined;
  /** Whether it is the first operator, who is a super. */
  readonly isAdmin: boolean;
  /** What they are written in until they choose. */
  readonly language?: Language;
}

/**
 * Makes a wallet for a user in the transaction that creates the user, and answers with its address. `network` is where the
 * person signed up from; null for whoever the house made.
 */
export type CreateWallet = (session: ClientSession, userId: number, network: string | null) => Promise<string>;

/** No vowels and nothing that looks like another letter: an ID is read aloud and typed. */
const ID_ALPHABET = "23456789bcdfghjkmnpqrstvwxz";
const ID_LENGTH = 10;
/** As far as Node draws numbers: of a million people two draw the same with a chance of one in five hundred, and one draws again. */
const MOST_USER_ID = 2 ** 48 - 1;

const TAKEN: Readonly<Record<string, ErrorCode>> = {
  username: "username-taken",
  usernameKey: "username-taken",
  email: "email-taken",
  uniqueUserId: "unique-user-id-taken",
  uniqueUserIdKey: "unique-user-id-taken",
};

/**
 * Creates a user with a wallet and settings, and with a first row of access history where someone signed up from somewhere; all or
 * nothing, with what belongs to the same transaction `alongside`. Throws `username-taken`, `email-taken`, `unique-user-id-taken`, `password-common`, `password-like-name` or `busy`.
 */
export async function createUser(
  runtime: Runtime,
  input: NewUser,
  origin: AccessOrigin | null,
  createWallet: CreateWallet,
  alongside?: (session: ClientSession, userId: number) => Promise<void>,
): Promise<UserDocument> {
  const uniqueUserId = input.uniqueUserId ?? makeUniqueUserId();
  await refuseTaken(runtime, input, uniqueUserId);
  await checkNewPassword(input.password, input);
  const network = origin && networkOf(origin.ipAddress);
  const asker: Asker = { lane: `registration ${network ?? ""}`, isKnown: origin === null };
  const password = await hashPassword(asker, input.password);
  const insert = async (session: ClientSession): Promise<UserDocument> => {
    const id = makeUserId();
    const { username, isEmailClaimed, isAdmin } = input;
    const email = isEmailClaimed ? standInEmail(id) : input.email;
    const createdAt = runtime.clock.now();
    const fields = v.parse(Users.schema, { id, username, email, password, uniqueUserId, isAdmin, createdAt });
    const keys = {
      usernameKey: nameKey(username),
      uniqueUserIdKey: nameKey(uniqueUserId),
      signedUpOn: signUpDay(createdAt),
    };
    const operator = isAdmin && { operator: { roles: ["super" as const], since: createdAt } };
    const user = { ...fields, ...keys, ...operator, ...(isEmailClaimed && { claimedEmail: input.email }) };
    await insertUser(runtime, session, user);
    await takeNames(runtime, session, user);
    await createSettings(runtime, session, id, input.language);
    if (origin) await recordAccess(runtime, session, id, origin);
    await alongside?.(session, id);
    return { ...user, walletAddress: await createWallet(session, id, network) };
  };
  return runtime.database
    .transaction(insert)
    .catch((error: unknown) => {
      if (takenField(error) !== "id") throw error;
      return runtime.database.transaction(insert);
    })
    .catch((error: unknown) => {
      throw takenError(error) ?? error;
    });
}

/** The common case, told before a password is hashed; the namespace and the unique indexes decide between two at once. */
async function refuseTaken(runtime: Runtime, input: NewUser, uniqueUserId: string): Promise<void> {
  if (await isNameTaken(runtime, input.username)) throw new AppError("username-taken");
  if (!input.isEmailClaimed && (await findUserByEmail(runtime, input.email))) throw new AppError("email-taken");
  if (await isNameTaken(runtime, uniqueUserId)) throw new AppError("unique-user-id-taken");
}

/** The field that somebody else has the same in; null for another error. */
function takenField(error: unknown): string | null {
  if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) return null;
  const pattern: unknown = error["keyPattern"];
  return typeof pattern === "object" && pattern !== null ? (Object.keys(pattern)[0] ?? null) : null;
}

function takenError(error: unknown): AppError | null {
  const code = TAKEN[takenField(error) ?? ""];
  return code ? new AppError(code, {}, { cause: error }) : null;
}

/**
 * A number that nobody can choose, and that was never given before: every seal of a person's rows is bound to it, so that whoever
 * writes the database must not have a new account come by somebody's number.
 */
function makeUserId(): number {
  return randomInt(1, MOST_USER_ID);
}

/** An ID that nobody has chosen. */
export function makeUniqueUserId(): string {
  const id = Array.from({ length: ID_LENGTH }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join("");
  return isDigitsAlone(id) ? makeUniqueUserId() : id;
}
