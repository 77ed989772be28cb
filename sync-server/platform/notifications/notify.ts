import { createHash, randomUUID } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import { DETAIL_LENGTH, isBornRead, type NotificationKind } from "#schemas/notifications.ts";
import { cutSaid } from "#schemas/say.ts";
import type { Database } from "#server/platform/db/database.ts";
import {
  keysOf,
  type OwnedWrite,
  putReplicatedOf,
  type ReplicatedDocument,
  rowKey,
} from "#server/platform/db/replicated.ts";
import type { Clock } from "#server/platform/http/runtime.ts";

/** What a person is to be told. */
export interface NewNotification {
  readonly userId: number;
  readonly kind: NotificationKind;
  /** What it tells of, such as a payment's id: the same is told once, whoever says it how often. Absent: always new. */
  readonly cause?: string;
  readonly assetCode?: string;
  readonly issuer?: string;
  readonly amount?: string;
  /** The address on the other side. */
  readonly party?: string;
  /** What somebody named, or what is told beside: a sentence of ours by its code and facts (`say`), never in words. */
  readonly detail?: string;
  /** When it happened, where that was not now. */
  readonly at?: Date;
  /** Where it goes besides the list, of a kind about which nobody chooses by its topic. */
  readonly ways?: NotificationWays;
}

/** Places besides the list. */
export interface NotificationWays {
  readonly push: boolean;
  readonly mail: boolean;
}

/** A notification that push and mail have not heard of yet. */
export interface UntoldNotification extends Document {
  readonly _id: string;
  readonly userId: number;
  readonly uid: string;
  readonly kind: NotificationKind;
  readonly createdAt: Date;
  /** Absent where its topic's choice says it. */
  readonly ways?: NotificationWays;
}

export const UNTOLD_NOTIFICATIONS = "notifications_untold";
/** Of the house's own doings nobody is told. */
const NOBODY = 0;
const UID_LENGTH = 22;

/** What telling needs. */
interface Context {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Tells a person, in the transaction of what it tells of: the list on their devices, and from there push and mail as they
 * chose. Told of the same cause again, it does nothing.
 */
export function notify(context: Context, session: ClientSession, notification: NewNotification): Promise<void> {
  return notifyAll(context, session, [notification]);
}

/** Tells people of many things, as `notify` does, with as many commands as for one. */
export async function notifyAll(
  { database, clock }: Context,
  session: ClientSession,
  notifications: readonly NewNotification[],
): Promise<void> {
  const now = clock.now();
  const rows = new Map<string, OwnedWrite>();
  const waysOf = new Map<string, NotificationWays>();
  for (const notification of notifications) {
    const row = { userId: notification.userId, uid: uidOf(notification), fields: fieldsOf(notification, now) };
    if (row.userId === NOBODY || rows.has(rowKey(row))) continue;
    rows.set(rowKey(row), row);
    if (notification.ways) waysOf.set(rowKey(row), { push: notification.ways.push, mail: notification.ways.mail });
  }
  if (rows.size === 0) return;
  const known = await database
    .collection<ReplicatedDocument>("notifications")
    .find(keysOf([...rows.values()]), { session, projection: { _id: 0, userId: 1, uid: 1 } })
    .toArray();
  for (const row of known) rows.delete(rowKey(row));
  const fresh = [...rows.values()];
  if (fresh.length === 0) return;
  const untold = fresh.map((row) => {
    const { userId, uid, fields } = row;
    const ways = waysOf.get(rowKey(row));
    return { _id: `${userId}-${uid}`, userId, uid, kind: fields["kind"], createdAt: now, ...(ways && { ways }) };
  });
  await database.collection<UntoldNotification>(UNTOLD_NOTIFICATIONS).insertMany(untold, { session });
  await putReplicatedOf(database, session, "notifications", fresh);
}

/**
 * Says otherwise what was told of this cause, and has it unread again; push and mail hear nothing of it. Whoever was not told, or
 * has it in the list no more, is told nothing.
 */
export async function retell(
  { database, clock }: Context,
  session: ClientSession,
  again: NewNotification,
): Promise<void> {
  const { userId } = again;
  const uid = uidOf(again);
  const told = await database
    .collection<ReplicatedDocument>("notifications")
    .findOne({ userId, uid }, { session, projection: { _id: 0, isHidden: 1, timestamp: 1 } });
  if (!told || told["isHidden"] === true) return;
  const fields = { ...fieldsOf(again, clock.now()), timestamp: told["timestamp"] };
  await putReplicatedOf(database, session, "notifications", [{ userId, uid, fields }]);
}

function uidOf({ kind, cause = randomUUID() }: NewNotification): string {
  return createHash("sha256").update(`${kind} ${cause}`).digest("base64url").slice(0, UID_LENGTH);
}

function fieldsOf(notification: NewNotification, now: Date) {
  const { kind, assetCode = "", issuer = "", amount = "", party = "", detail = "", at = now } = notification;
  return {
    kind,
    assetCode,
    issuer,
    amount,
    party,
    detail: cutSaid(detail, DETAIL_LENGTH),
    timestamp: at,
    isRead: isBornRead(kind),
    isHidden: false,
    editedAt: {},
  };
}
