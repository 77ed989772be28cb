import type { ClientSession, Document } from "mongodb";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** What protects a user's account beside the password. Absent fields stand for their defaults. */
export interface UserSecurity extends Document {
  /** The user's id. */
  readonly _id: number;
  readonly isFrozen?: boolean;
  readonly frozenReason?: string;
  /** Who froze it: the user's own id, or an operator's. */
  readonly frozenBy?: number;
  /** The last change of the password or the second factor after the account was made. */
  readonly credentialsChangedAt?: Date;
  readonly dailyLimit?: string | null;
  readonly isAllowListOn?: boolean;
  readonly allowListHoldHours?: number;
  readonly allowed?: readonly AllowedAddress[];
}

export interface AllowedAddress {
  /** G... */
  readonly address: string;
  readonly label: string;
  readonly addedAt: Date;
}

export const USER_SECURITY = "user_security";

export function securityCollection(database: Database) {
  return database.collection<UserSecurity>(USER_SECURITY);
}

export async function readSecurity(database: Database, userId: number, session?: ClientSession): Promise<UserSecurity> {
  const stored = await securityCollection(database).findOne({ _id: userId }, session ? { session } : {});
  return stored ?? { _id: userId };
}

/** Sets fields of a user's security, whether or not there were any before. */
export async function writeSecurity(
  database: Database,
  userId: number,
  fields: Partial<Omit<UserSecurity, "_id">>,
  session?: ClientSession,
): Promise<void> {
  const options = session ? { upsert: true, session } : { upsert: true };
  await securityCollection(database).updateOne({ _id: userId }, { $set: fields }, options);
}

/** Forgets whom the user allowed to be paid, and under which names. */
export async function forgetAllowList(database: Database, session: ClientSession, userId: number): Promise<void> {
  await securityCollection(database).updateOne({ _id: userId }, { $unset: { allowed: "" } }, { session });
}

/** Notes that what proves the user's identity has changed: payments pause for as long as the operator's policy says. */
export async function noteCredentialChange(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  userId: number,
  session?: ClientSession,
): Promise<void> {
  await writeSecurity(database, userId, { credentialsChangedAt: clock.now() }, session);
}
