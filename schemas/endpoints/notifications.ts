import { MessageOutput } from "#schemas/auth.ts";
import { NotificationChoices, PushStatusOutput, PushSubscriptionInput } from "#schemas/notifications.ts";
import type { Endpoint } from "./endpoint.ts";

/** What people are told outside of the app, and where. */
export const NOTIFICATIONS_ENDPOINTS = {
  notificationChoices: {
    method: "GET",
    path: "/api/notifications/choices",
    access: "user",
    output: NotificationChoices,
  },
  setNotificationChoices: {
    method: "PUT",
    path: "/api/notifications/choices",
    access: "user",
    input: NotificationChoices,
    output: NotificationChoices,
  },
  pushStatus: {
    method: "GET",
    path: "/api/notifications/push",
    access: "user",
    output: PushStatusOutput,
  },
  subscribePush: {
    method: "PUT",
    path: "/api/notifications/push",
    access: "user",
    input: PushSubscriptionInput,
    output: PushStatusOutput,
  },
  unsubscribePush: {
    method: "DELETE",
    path: "/api/notifications/push",
    access: "user",
    output: MessageOutput,
  },
} as const satisfies Record<string, Endpoint>;
