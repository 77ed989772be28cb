import { createHash, randomUUID } from "node:crypto";
import type { ClientSession, Document } from "mongodb";
import type { NotificationKind } from "#schemas/notifications.ts";
import type { Database } from "#server/platform/db/database.ts";
import { putReplicated } from "#server/platform/db/replicated.ts";
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
  readonly detail?: string;
  /** When it happened, where that was not now. */
  readonly at?: Date;
}

/** A notification that push and mail have not heard of yet. */
export interface UntoldNotification extends Document {
  readonly _id: string;
  readonly userId: number;
  readonly uid: string;
  readonly kind: NotificationKind;
  readonly createdAt: Date;
}

export const UNTOLD_NOTIFICATIONS = "notifications_untold";
/** Of the house's own doings nobody is told. */
const NOBODY = 0;
const UID_LENGTH = 22;
const DETAIL_LENGTH = 300;

/**
 * Tells a person, in the transaction of what it tells of: the list on their devices, and from there push and mail as they
 * chose. Told of the same cause again, it does nothing.
 */
export async function notify(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  session: ClientSession,
  notification: NewNotification,
): Promise<void> {
  const { userId, kind, cause = randomUUID(), detail = "" } = notification;
  if (userId === NOBODY) return;
  const uid = createHash("sha256").update(`${kind} ${cause}`).digest("base64url").slice(0, UID_LENGTH);
  if (await database.collection("notifications").findOne({ userId, uid }, { session, projection: { _id: 1 } })) return;
  const { assetCode = "", issuer = "", amount = "", party = "", at = clock.now() } = notification;
  const fields = {
    kind,
    assetCode,
    issuer,
    amount,
    party,
    detail: detail.slice(0, DETAIL_LENGTH),
    timestamp: at,
    isRead: false,
    isHidden: false,
    editedAt: {},
  };
  const untold = { _id: `${userId}-${uid}`, userId, uid, kind, createdAt: clock.now() };
  await database.collection<UntoldNotification>(UNTOLD_NOTIFICATIONS).insertOne(untold, { session });
  await putReplicated(database, session, "notifications", userId, [{ uid, fields }]);
}
