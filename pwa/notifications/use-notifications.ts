import { t } from "@lingui/core/macro";
import { useCallback } from "react";
import { NOTIFICATION_DAYS, NOTIFICATIONS_KEPT } from "#schemas/notifications.ts";
import { editNotifications, type NotificationEdit } from "#pwa/platform/db/edits.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import type { RowQuery } from "#pwa/platform/db/row-query.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { closeShown } from "#pwa/platform/device/shown-notifications.ts";

export type Notification = LocalRow<"notifications">;

/** All there are, and those that the server dropped while this device was away. */
const NEWEST: RowQuery<"notifications"> = { sort: [{ timestamp: "desc" }], limit: 3 * NOTIFICATIONS_KEPT };
const DAYS_MS = NOTIFICATION_DAYS * 24 * 60 * 60 * 1000;

/** The notifications to be shown, newest first. */
export function useNotifications(): { readonly notifications: readonly Notification[]; readonly isLoading: boolean } {
  const { rows, isLoading } = useRows("notifications", NEWEST);
  return { notifications: rows.filter((row) => isShown(row, nowMs())), isLoading };
}

export function isShown({ isHidden, timestamp }: Notification, now: number): boolean {
  return !isHidden && now - Date.parse(timestamp) < DAYS_MS;
}

/** Marks notifications, here at once and everywhere once there is a connection. */
export function useMark(): (uids: readonly string[], edit: NotificationEdit) => void {
  const database = useUserDatabase();
  return useCallback(
    (uids, edit) => {
      if (database === null || uids.length === 0) return;
      closeShown(uids);
      editNotifications(database, uids, edit, nowMs()).catch((error: unknown) =>
        showToast({
          title: t`That could not be kept`,
          description: error instanceof Error ? error.message : String(error),
          tone: "destructive",
        }),
      );
    },
    [database],
  );
}
