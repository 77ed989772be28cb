import type { ClientSession, Document } from "mongodb";
import type { PasskeysOutput } from "#schemas/passkeys.ts";
import type { SealedKind } from "#server/platform/seals/sealed-rows.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** A passkey of a user: the public half of a key pair that an authenticator keeps. */
export interface Passkey extends Document {
  /** The credential id, as base64url. */
  readonly _id: string;
  readonly id: number;
  readonly userId: number;
  /** The random bytes that stand for the user on the authenticator, as base64url. */
  readonly userHandle: string;
  readonly name: string;
  /** The COSE key, as base64url. */
  readonly publicKey: string;
  /** How often it signed, by the authenticator's own account; 0 for ever where it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly seal?: string;
}

export const PASSKEYS = "passkeys";

/** Whom which key lets in. */
export const PASSKEY_KIND: SealedKind<Passkey> = {
  collection: PASSKEYS,
  contentOf: ({ _id, userId, userHandle, publicKey }) => ({ _id, userId, userHandle, publicKey }),
};

export function passkeyCollection(database: Database) {
  return database.collection<Passkey>(PASSKEYS);
}

export function passkeysOf({ database }: Pick<Runtime, "database">, userId: number): Promise<Passkey[]> {
  return passkeyCollection(database).find({ userId }).sort({ id: 1 }).toArray();
}

/** What the owner sees of them. */
export async function describePasskeys(runtime: Runtime, userId: number): Promise<Pick<PasskeysOutput, "passkeys">> {
  const passkeys = await passkeysOf(runtime, userId);
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, isSynced }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      isSynced,
    })),
  };
}

/** Removes every passkey of a user; answers with how many there were. */
export async function dropPasskeys(
  { database }: Pick<Runtime, "database">,
  session: ClientSession,
  userId: number,
): Promise<number> {
  return (await passkeyCollection(database).deleteMany({ userId }, { session })).deletedCount;
}

/** Removes the passkeys that a user added before one time or since another; answers with their names. */
export async function dropPasskeysOutside(
  { database }: Pick<Runtime, "database">,
  session: ClientSession,
  userId: number,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<string[]> {
  const outside = { userId, $or: [{ createdAt: { $lt: from } }, { createdAt: { $gte: until } }] };
  const passkeys = await passkeyCollection(database)
    .find(outside, { session, sort: { id: 1 } })
    .toArray();
  await passkeyCollection(database).deleteMany(outside, { session });
  return passkeys.map(({ name }) => name);
}
