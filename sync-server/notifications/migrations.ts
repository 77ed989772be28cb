import type { Migration } from "#server/platform/db/migrate.ts";
import { UNTOLD_NOTIFICATIONS } from "#server/platform/notifications/notify.ts";
import { NOTIFICATION_MESSAGES } from "./messages.ts";
import { PUSH_SUBSCRIPTIONS } from "./subscriptions.ts";

/** What replication, the delivery's queues and the end of sessions look up. */
export const notificationIndexes: Migration = {
  number: 12,
  name: "notifications by owner and age, and their ways out",
  run: async (database) => {
    const notifications = database.collection("notifications");
    await notifications.createIndex({ userId: 1, uid: 1 }, { unique: true });
    await notifications.createIndex({ userId: 1, revision: 1 }, { unique: true });
    await notifications.createIndex({ userId: 1, timestamp: -1 });
    await notifications.createIndex({ timestamp: 1 });
    await database.collection(UNTOLD_NOTIFICATIONS).createIndex({ createdAt: 1 });
    await database.collection(NOTIFICATION_MESSAGES).createIndex({ dueAt: 1 });
    await database.collection(PUSH_SUBSCRIPTIONS).createIndex({ userId: 1 });
    await database.collection(PUSH_SUBSCRIPTIONS).createIndex({ sessionId: 1 });
  },
};
