import { NOTIFICATIONS_ENDPOINTS } from "#schemas/endpoints/notifications.ts";
import { NotificationChoices } from "#schemas/notifications.ts";
import { call } from "#pwa/platform/api/call.ts";
import type { Question } from "#pwa/parts/answers/use-answer.ts";

/** What the person chose to be told of, and where. */
export const CHOICES: Question<NotificationChoices> = {
  path: NOTIFICATIONS_ENDPOINTS.notificationChoices.path,
  schema: NotificationChoices,
  ask: (options) => call(NOTIFICATIONS_ENDPOINTS.notificationChoices, options),
};

export function setChoices(choices: NotificationChoices): Promise<NotificationChoices> {
  return call(NOTIFICATIONS_ENDPOINTS.setNotificationChoices, { body: choices });
}
