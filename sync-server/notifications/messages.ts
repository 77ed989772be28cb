import type { Document } from "mongodb";
import type { NotificationKind } from "#schemas/notifications.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";

/** A message on its way to one browser, or to the person's mailbox. It is gone once it was handed over. */
export interface OutgoingMessage extends Document {
  readonly _id: string;
  readonly userId: number;
  readonly kind: NotificationKind;
  readonly uids: readonly string[];
  /** Null for a mail. */
  readonly subscriptionId: string | null;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly createdAt: Date;
}

export const NOTIFICATION_MESSAGES = "notification_messages";

export function messageCollection({ database }: Pick<Runtime, "database">) {
  return database.collection<OutgoingMessage>(NOTIFICATION_MESSAGES);
}
