import type { ClientSession, Document } from "mongodb";
import type { MemoType } from "#schemas/memo.ts";
import type { WaitingKind } from "#schemas/security.ts";
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
  /** What the list's hold was before it was lengthened lately: until then changes wait by this one. */
  readonly steadyHold?: { readonly hours: number; readonly until: Date };
  readonly allowed?: readonly AllowedAddress[];
  /** When it was frozen, where it is; the mark of what is taken back for it. */
  readonly frozenAt?: Date;
  /** How much was taken back with the freezing, and since. */
  readonly takenBack?: Readonly<Partial<Record<TakenKind, number>>>;
  /** What the account is protected less by from its time on, one of a kind. */
  readonly waiting?: readonly StoredChange[];
  /** When the first of them takes effect; null for none. */
  readonly dueAt?: Date | null;
}

/** What acts for an account beside its offers in the network's book. */
export type TakenKind = "standingOrders" | "payments";

/** A change that waits; see `WaitingChange` for `from` and `to`. */
export interface StoredChange {
  readonly kind: WaitingKind;
  readonly from: string;
  readonly to: string;
  readonly askedAt: Date;
  readonly takesEffectAt: Date;
}

export interface AllowedAddress {
  /** G... or M... */
  readonly address: string;
  /** What must be written beside a payment to it; absent or empty for nothing. */
  readonly memo?: string;
  readonly memoType?: MemoType;
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

/** Forgets whom the user allowed to be paid, under which names, and what they wanted to change. */
export async function forgetAllowList(database: Database, session: ClientSession, userId: number): Promise<void> {
  await securityCollection(database).updateOne(
    { _id: userId },
    { $unset: { allowed: "", waiting: "", dueAt: "" } },
    { session },
  );
}

/** Notes that what proves the user's identity has changed: payments pause for as long as the operator's policy says. */
export async function noteCredentialChange(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  userId: number,
  session?: ClientSession,
): Promise<void> {
  await writeSecurity(database, userId, { credentialsChangedAt: clock.now() }, session);
}
