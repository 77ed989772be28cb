import type { ClientSession, Collection, Document } from "mongodb";
import type * as v from "valibot";
import type { Users } from "#schemas/users.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** A user as stored. The lower-case keys make names unique whatever their case. */
export type UserDocument = v.InferOutput<typeof Users.schema> & {
  readonly usernameKey: string;
  readonly uniqueUserIdKey: string;
} & Document;

/** The comparable form of a name. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

export function userCollection({ database }: Runtime): Collection<UserDocument> {
  return database.collection<UserDocument>("users");
}

export function findUserById(runtime: Runtime, id: number): Promise<UserDocument | null> {
  return userCollection(runtime).findOne({ id });
}

export function findUserByUsername(runtime: Runtime, username: string): Promise<UserDocument | null> {
  return userCollection(runtime).findOne({ usernameKey: nameKey(username) });
}

/** Finds by address; the schema has made it lower-case. */
export function findUserByEmail(runtime: Runtime, email: string): Promise<UserDocument | null> {
  return userCollection(runtime).findOne({ email });
}

export async function insertUser(runtime: Runtime, session: ClientSession, user: UserDocument): Promise<void> {
  await userCollection(runtime).insertOne(user, { session });
}

export async function setPassword(runtime: Runtime, session: ClientSession, id: number, hash: string): Promise<void> {
  await userCollection(runtime).updateOne({ id }, { $set: { password: hash } }, { session });
}
