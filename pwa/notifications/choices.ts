import { ENDPOINTS } from "#schemas/endpoints.ts";
import { NotificationChoices } from "#schemas/notifications.ts";
import { call } from "#pwa/platform/api/call.ts";
import type { Question } from "#pwa/security/use-answer.ts";

/** What the person chose to be told of, and where. */
export const CHOICES: Question<NotificationChoices> = {
  path: ENDPOINTS.notificationChoices.path,
  schema: NotificationChoices,
  ask: (options) => call(ENDPOINTS.notificationChoices, options),
};

export function setChoices(choices: NotificationChoices): Promise<NotificationChoices> {
  return call(ENDPOINTS.setNotificationChoices, { body: choices });
}
