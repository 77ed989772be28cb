import { type ClientSession, type Document, MongoServerError } from "mongodb";
import { AppError, type ErrorCode } from "#schemas/errors.ts";
import { nameKey } from "#schemas/values/names.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { digestOfKey, DUPLICATE_KEY, findUsersById, type UserDocument } from "./store.ts";

/**
 * One word by which people can be paid, be it a name or a user ID: they share one namespace, and so do those of closed
 * accounts, whose rows stay. The digest keeps nobody's name readable after they have gone.
 */
export interface TakenName extends Document {
  /** SHA-256 of the word's key, in hex. */
  readonly _id: string;
  /** Whose it is. More than one only where it was taken twice before the namespace was one: it leads to nobody then. */
  readonly userIds: readonly number[];
  readonly seal?: string;
}

/** Whoever writes a word past the server is not paid by it. */
export const NAME_KIND: SealedKind<TakenName> = {
  collection: "names",
  contentOf: ({ _id, userIds }) => ({ _id, userIds }),
};

type NameContext = Pick<Runtime, "database" | "clock" | "log">;
type Named = Pick<UserDocument, "id" | "username" | "uniqueUserId">;

export function nameCollection({ database }: Pick<Runtime, "database">) {
  return database.collection<TakenName>(NAME_KIND.collection);
}

export function nameDigest(text: string): string {
  return digestOfKey(nameKey(text));
}

/** Takes a new user's name and ID, in the transaction that creates the user. Throws `username-taken`, `unique-user-id-taken`. */
export async function takeNames(runtime: Runtime, session: ClientSession, user: Named): Promise<void> {
  const { id: userId, username, uniqueUserId } = user;
  await takeName(runtime, session, { userId, text: username, code: "username-taken" });
  if (nameKey(uniqueUserId) === nameKey(username)) return;
  await takeName(runtime, session, { userId, text: uniqueUserId, code: "unique-user-id-taken" });
}

/** Takes one word; throws `code` where somebody has it. */
export async function takeName(
  runtime: Runtime,
  session: ClientSession,
  { userId, text, code }: { readonly userId: number; readonly text: string; readonly code: ErrorCode },
): Promise<void> {
  try {
    const taken = { _id: nameDigest(text), userIds: [userId] };
    const seal = sealRow(runtime.database, NAME_KIND, taken);
    await nameCollection(runtime).insertOne({ ...taken, seal }, { session });
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY)
      throw new AppError(code, {}, { cause: error });
    throw error;
  }
}

/** The users whom this word means. */
export async function meansWithin(
  runtime: Pick<Runtime, "database">,
  session: ClientSession,
  text: string,
): Promise<readonly number[]> {
  const taken = await nameCollection(runtime).findOne({ _id: nameDigest(text) }, { session });
  return taken?.userIds ?? [];
}

/** Whether nobody may take this word any more, as a name or as an ID. */
export async function isNameTaken(runtime: Runtime, text: string): Promise<boolean> {
  return (await nameCollection(runtime).findOne({ _id: nameDigest(text) })) !== null;
}

/**
 * The one person whose name or user ID this is; null where it is nobody's, or of a closed account. Never a guess: throws
 * `recipient-ambiguous` for a word that could mean two.
 */
export async function findUserByName(runtime: NameContext, text: string): Promise<UserDocument | null> {
  const found = (await findUsersByName(runtime, [text])).get(text) ?? null;
  if (found === "ambiguous") throw new AppError("recipient-ambiguous");
  return found;
}

/** The same of many words at once; a word that is nobody's is not among them. */
export async function findUsersByName(
  runtime: NameContext,
  texts: readonly string[],
): Promise<ReadonlyMap<string, UserDocument | "ambiguous">> {
  const digests = new Map(texts.map((text) => [text, nameDigest(text)]));
  const taken = await nameCollection(runtime)
    .find({ _id: { $in: [...new Set(digests.values())] } })
    .toArray();
  const believed = new Map<string, readonly number[]>();
  for (const row of taken) {
    const { _id, userIds } = row;
    if (isRowSealed(runtime.database, NAME_KIND, row)) believed.set(_id, userIds);
    else await tellForged(runtime, `a name of user ${userIds[0]}`, { userId: userIds[0] ?? 0 });
  }
  const owners = await findUsersById(
    runtime,
    [...believed.values()].flatMap((userIds) => (userIds.length === 1 ? userIds : [])),
  );
  const byId = new Map(owners.map((user) => [user.id, user]));
  const found = new Map<string, UserDocument | "ambiguous">();
  for (const [text, digest] of digests) {
    const [userId, ...others] = believed.get(digest) ?? [];
    const user = byId.get(userId ?? 0);
    if (others.length > 0) found.set(text, "ambiguous");
    else if (user && isTheirs(user, text) && user.closedAt === undefined) found.set(text, user);
  }
  return found;
}

function isTheirs({ usernameKey, uniqueUserIdKey }: UserDocument, text: string): boolean {
  const key = nameKey(text);
  return usernameKey === key || uniqueUserIdKey === key;
}

/** How many words mean two people. */
export function countShared(runtime: Pick<Runtime, "database">): Promise<number> {
  return nameCollection(runtime).countDocuments({ "userIds.1": { $exists: true } });
}
