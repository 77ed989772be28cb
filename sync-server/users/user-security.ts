import type { ClientSession, Document } from "mongodb";
import type { MemoType } from "#schemas/values/memo.ts";
import type { WaitingKind } from "#schemas/security.ts";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed, type SealedKind, sealRow } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";

/**
 * What protects a user's account beside the password. Absent fields stand for their defaults; the row itself is there from the
 * account's beginning.
 */
export interface UserSecurity extends Document {
  /** The user's id. */
  readonly _id: number;
  readonly isFrozen?: boolean;
  readonly frozenReason?: string;
  /** Who froze it: the user's own id, or an operator's. */
  readonly frozenBy?: number;
  /** The last change of the password or the second factor after the account was made. */
  readonly credentialsChangedAt?: Date;
  /** Until when the account is new, see `new-account.ts`; absent of one from before that was noted. */
  readonly newUntil?: Date;
  /** What a payment may be worth, in decimal text. Devices are shown it by the settings. */
  readonly transactionLimit?: string;
  /** Devices are shown it by the settings. */
  readonly requirePasswordForSend?: boolean;
  readonly dailyLimit?: string | null;
  /** When a mailed link first showed that the mailbox is theirs: what was set up before may be a stranger's. */
  readonly mailboxProvenAt?: Date;
  /** Whether there is a second factor: none is taken away by taking its row away. */
  readonly hasSecondFactor?: boolean;
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
  /** Where all of it goes while the account closes; null or absent where it does not. */
  readonly closing?: ClosingWish | null;
  /** The ids of the API keys that hold. */
  readonly apiKeys?: readonly string[];
  readonly seal?: string;
}

/** A closing as its owner confirmed it: nothing goes anywhere else, however long it takes. */
export interface ClosingWish {
  /** G... or M... */
  readonly to: string;
  readonly memo: string;
  /** Whether it was announced, and has waited as any change that protects less. */
  readonly isAnnounced: boolean;
  readonly begunAt: Date;
}

/** What acts for an account beside its offers in the network's book. */
export type TakenKind = "standingOrders" | "payments" | "automations" | "pools";

/** A change that waits; see `WaitingChange` for `from` and `to`. */
export interface StoredChange {
  readonly kind: WaitingKind;
  readonly from: string;
  readonly to: string;
  readonly memo?: string;
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

/** All of it: whoever writes the database loosens nobody's protections, so that a stolen cookie or password opens no more by it. */
const SECURITY_KIND: SealedKind<UserSecurity> = {
  collection: USER_SECURITY,
  contentOf: ({ seal: _seal, ...protections }) => protections,
};

/** Stands for whoever wrote past the server, where it is said who froze an account. */
export const NOBODY_WE_KNOW = -1;
const FORGED_REASON = "What protects this account was changed past the server.";

/** What a look at somebody's protections needs; who finds that they were forged tells operators. */
type Context = Pick<Runtime, "database" | "clock" | "log">;

export function securityCollection(database: Pick<Database, "collection">) {
  return database.collection<UserSecurity>(USER_SECURITY);
}

export async function readSecurity(runtime: Context, userId: number): Promise<UserSecurity> {
  return believed(runtime, userId, await securityCollection(runtime.database).findOne({ _id: userId }));
}

/** The same as a transaction sees it. */
export async function readSecurityWithin(
  runtime: Context,
  session: ClientSession,
  userId: number,
): Promise<UserSecurity> {
  return believed(runtime, userId, await securityCollection(runtime.database).findOne({ _id: userId }, { session }));
}

/** The same of many users, by their numbers. */
export async function readSecurityOf(
  runtime: Context,
  userIds: readonly number[],
  session: ClientSession | null = null,
): Promise<Map<number, UserSecurity>> {
  const rows = await securityCollection(runtime.database)
    .find({ _id: { $in: [...userIds] } }, inSession(session))
    .toArray();
  const stored = new Map(rows.map((row) => [row._id, row]));
  const read = userIds.map(async (id) => [id, await believed(runtime, id, stored.get(id) ?? null)] as const);
  return new Map(await Promise.all(read));
}

/** Sets fields of a user's security; one that is undefined goes. */
export async function writeSecurity(
  runtime: Context,
  session: ClientSession,
  userId: number,
  fields: Partial<Omit<UserSecurity, "_id" | "seal">>,
): Promise<void> {
  const former = await readSecurityWithin(runtime, session, userId);
  await put(runtime.database, session, { ...former, ...fields });
}

/** What a new account begins with, in the transaction that creates the user; `newUntil` of one that somebody registered. */
export function createSecurity(
  { database }: Pick<Runtime, "database">,
  session: ClientSession,
  userId: number,
  newUntil?: Date,
) {
  return put(database, session, { _id: userId, ...(newUntil && { newUntil }) });
}

/** Forgets whom the user allowed to be paid, under which names, what they wanted to change, and which API keys hold. */
export function forgetAllowList(runtime: Context, session: ClientSession, userId: number): Promise<void> {
  return writeSecurity(runtime, session, userId, { allowed: [], waiting: [], dueAt: null, closing: null, apiKeys: [] });
}

/**
 * Notes that what proves the user's identity has changed: payments pause for as long as the operator's policy says, and no API key of
 * before holds.
 */
export function noteCredentialChange(runtime: Context, session: ClientSession, userId: number): Promise<void> {
  return writeSecurity(runtime, session, userId, { credentialsChangedAt: runtime.clock.now(), apiKeys: [] });
}

/**
 * A user's protections as the server wrote them. Where somebody else did, or took them away, nobody knows what they were: the
 * account counts as frozen until operators have looked at it, who are told.
 */
async function believed(runtime: Context, userId: number, stored: UserSecurity | null): Promise<UserSecurity> {
  if (stored && isRowSealed(runtime.database, SECURITY_KIND, stored)) return stored;
  await tellForged(runtime, `protections of user ${userId}`, { userId });
  return { _id: userId, isFrozen: true, frozenReason: FORGED_REASON, frozenBy: NOBODY_WE_KNOW, hasSecondFactor: true };
}

async function put(database: Database, session: ClientSession, security: UserSecurity): Promise<void> {
  const { _id, seal: _seal, ...fields } = security;
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const row = { ...known, seal: sealRow(database, SECURITY_KIND, { _id, ...known }) };
  await securityCollection(database).replaceOne({ _id }, row, { session, upsert: true });
}

/**
 * Seals what protects the users of a server that did not seal it, and takes into it what was kept among their settings and
 * beside their second factors.
 */
export async function sealSecurityAtFirst(database: Database): Promise<void> {
  const users = database.collection<{ id: number; emailProvenAt?: Date }>("users");
  for await (const { id, emailProvenAt } of users.find({}, { projection: { id: 1, emailProvenAt: 1 } }))
    await database.transaction(async (session) => {
      const stored = await securityCollection(database).findOne({ _id: id }, { session });
      if (stored?.seal !== undefined) return;
      const settings = await database.collection("settings").findOne({ userId: id }, { session });
      const factors = database.collection<{ _id: number; isEnabled: boolean }>("two_factors");
      const factor = await factors.findOne({ _id: id }, { session });
      await put(database, session, {
        ...stored,
        _id: id,
        ...(settings?.["transactionLimit"] !== undefined && { transactionLimit: String(settings["transactionLimit"]) }),
        requirePasswordForSend: settings?.["requirePasswordForSend"] !== false,
        hasSecondFactor: factor?.isEnabled === true,
        ...(emailProvenAt && { mailboxProvenAt: emailProvenAt }),
      });
    });
}
